import Loop
import ViewModels

/// Decides which view model a route shows, and reports when a decision changes.
@SceneActor public protocol Coordinator: AnyObject {
    /// Returns the screen at `route`.
    ///
    /// - Throws: ``RouteError`` if there is none.
    func screen(for route: Route) throws(RouteError) -> ScreenPlan

    /// Returns a function that reads the file at `route`, or `nil` if `route` is not the route of a file. In that case
    /// the server asks for a screen.
    func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)?

    /// Whether the rows at `route` can be exported as a file.
    func hasRows(at route: Route) -> Bool

    /// Returns all rows of the list at `route` as a file, or `nil` if `route` has no list that can be exported.
    ///
    /// - Throws: ``RouteError`` if nothing exists at the route, or if it cannot be read.
    func rows(of route: Route, as format: ExportFormat) async throws(RouteError) -> (any ServedRows)?

    /// Calls `body` once ``screen(for:)`` knows every current change of the models. For example, a new table then has a
    /// route.
    func whenCurrent(_ body: @escaping @SceneActor () -> Void)

    /// Whether any screen may be personal, so that visitors need sessions.
    var hasPersonalScreens: Bool { get }

    /// Called when routes lead to other screens than before, such as after a change of schema.
    var onChange: (() -> Void)? { get set }
}

extension Coordinator {
    /// Calls `body` at once. Right for routes that depend on no model.
    public func whenCurrent(_ body: @escaping @SceneActor () -> Void) { body() }

    /// Returns false: every screen is shared by default.
    public var hasPersonalScreens: Bool { false }

    /// Returns false: no list can be exported by default.
    public func hasRows(at route: Route) -> Bool { false }

    /// Returns `nil`: no list can be exported by default.
    public func rows(of route: Route, as format: ExportFormat) async throws(RouteError) -> (any ServedRows)? { nil }

    /// Returns `nil`: no route is the route of a file by default.
    public func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)? { nil }
}
