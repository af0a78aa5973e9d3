import Loop
import ViewModels

/// Decides which view model a route shows, and reports when a decision changes.
@SceneActor public protocol Coordinator: AnyObject {
    /// Returns the screen at `route` for a principal.
    ///
    /// - Throws: ``RouteError`` if there is none. A screen that is hidden from the principal does not exist.
    func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan

    /// Returns a function that reads the file at `route` for a principal, or `nil` if `route` is not the route of a
    /// file. In that case the server asks for a screen.
    func file(
        for route: Route, as principal: Principal
    ) -> (@SceneActor () async throws(RouteError) -> ServedFile)?

    /// Whether the rows at `route` can be exported as a file.
    func hasRows(at route: Route, for principal: Principal) -> Bool

    /// Returns all rows of the list at `route` as a file for a principal, or `nil` if `route` has no list that can be
    /// exported.
    ///
    /// - Throws: ``RouteError`` if nothing exists at the route, or if it cannot be read.
    func rows(
        of route: Route, as format: ExportFormat, for principal: Principal
    ) async throws(RouteError) -> (any ServedRows)?

    /// Calls `body` once ``screen(for:as:)`` knows every current change of the models, and the rights of the principal.
    /// For example, a new table then has a route.
    func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void)

    /// Whether rules limit what principals see and do.
    var hasRules: Bool { get }

    /// Whether the rules grant something to clients that have not signed in.
    var admitsNobody: Bool { get }

    /// The route of the app's own sign-in; `nil` without one.
    var signInRoute: String? { get }

    /// Returns an object that keeps the rights of a principal current while it exists; `nil` if they never change.
    func rights(of principal: Principal) -> AnyObject?

    /// Called when the rights of a principal have changed; `nil` stands for all principals.
    var onRightsChange: ((Principal?) -> Void)? { get set }

    /// Called when the file with the rules has been read again: with the reason why it was refused, or with `nil`.
    var onRulesRead: ((String?) -> Void)? { get set }

    /// Whether any screen may be personal, so that visitors need sessions.
    var hasPersonalScreens: Bool { get }

    /// The texts in several languages; `nil` if texts have one language.
    var texts: Texts? { get }

    /// Called when routes lead to other screens than before, such as after a change of schema.
    var onChange: (() -> Void)? { get set }
}

extension Coordinator {
    /// Waits until the rights of a principal include every commit made so far. Returns at once without rules.
    package func knowRights(of principal: Principal) async {
        guard hasRules else { return }
        await EventLoop.suspension { known in whenCurrent(for: principal) { known.resume() } }
    }

    /// Calls `body` at once. Right for routes that depend on no model.
    public func whenCurrent(for principal: Principal, _ body: @escaping @SceneActor () -> Void) { body() }

    /// Returns false: no rules by default.
    public var hasRules: Bool { false }

    /// Returns false: no rules by default.
    public var admitsNobody: Bool { false }

    /// Returns `nil`: no sign-in of the app's own by default.
    public var signInRoute: String? { nil }

    /// Returns `nil`: no rules by default.
    public func rights(of principal: Principal) -> AnyObject? { nil }

    /// Never called by default, because there are no rules.
    public var onRightsChange: ((Principal?) -> Void)? {
        get { nil }
        set {}
    }

    /// Never called by default, because there are no rules.
    public var onRulesRead: ((String?) -> Void)? {
        get { nil }
        set {}
    }

    /// Returns `nil`: texts have one language by default.
    public var texts: Texts? { nil }

    /// Returns false: every screen is shared by default.
    public var hasPersonalScreens: Bool { false }

    /// Returns false: no list can be exported by default.
    public func hasRows(at route: Route, for principal: Principal) -> Bool { false }

    /// Returns `nil`: no list can be exported by default.
    public func rows(
        of route: Route, as format: ExportFormat, for principal: Principal
    ) async throws(RouteError) -> (any ServedRows)? { nil }

    /// Returns `nil`: no route is the route of a file by default.
    public func file(
        for route: Route, as principal: Principal
    ) -> (@SceneActor () async throws(RouteError) -> ServedFile)? { nil }
}
