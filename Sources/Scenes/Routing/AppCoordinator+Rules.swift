import Loop
import ViewModels

extension AppCoordinator {
    /// Whether rules limit what principals see and do.
    public final var hasRules: Bool { rules != nil }

    /// Whether the rules grant something to clients that have not signed in, or a route is published.
    public final var admitsNobody: Bool { hasPublished || rules?.admitsNobody ?? false }

    /// Hides the passwords of people under rules, and refuses to write what decides who may sign in.
    package final func protect(_ people: PeopleTable) { rules?.protect(people) }

    /// Returns an object that keeps the rights of a principal current while it exists; `nil` if nothing limits them.
    public final func rights(of principal: Principal) -> AnyObject? { rules?.rights(of: principal) }

    /// Called when the rights of a principal have changed; `nil` stands for all principals.
    public final var onRightsChange: ((Principal?) -> Void)? {
        get { rules?.onChange }
        set { rules?.onChange = newValue }
    }

    /// Called when the file with the rules has been read again: with the reason why it was refused, or with `nil`.
    public final var onRulesRead: ((String?) -> Void)? {
        get { rules?.onRulesRead }
        set { rules?.onRulesRead = newValue }
    }

    /// Calls `body` when the rights of a principal include every commit made so far; at once without rules.
    public final func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void) {
        guard let rules else { return body() }
        rules.whenCurrent(for: principal, body)
    }
}
