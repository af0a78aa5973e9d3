import Loop
import ViewModels

/// The rules of an app, which limit what principals see of its models.
@SceneActor package protocol AppRules: AnyObject {
    /// Called when the rights of a principal have changed; `nil` stands for all principals.
    var onChange: ((Principal?) -> Void)? { get set }

    /// Called when the file has been read again: with the reason why it was refused, or with `nil`.
    var onRulesRead: ((String?) -> Void)? { get set }

    /// Whether the rules grant something to clients that have not signed in.
    var admitsNobody: Bool { get }

    /// Stops reading the file again.
    func stop()

    /// Hides the passwords of people, and refuses to write what decides who may sign in.
    func protect(_ people: PeopleTable)

    /// Returns an object that keeps the rights of a principal current while it exists; `nil` if nothing limits them.
    func rights(of principal: Principal) -> AnyObject?

    /// Returns the principals that see the same models as this one.
    func audience(of principal: Principal) -> Audience

    /// Calls `body` when the rights of a principal include every commit made so far.
    func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void)
}
