import Loop
import ViewModels

/// Decides which view model a route shows, and tells when that decision would be another one now.
@SceneActor public protocol Coordinator: AnyObject {
    /// The screen that `route` addresses.
    ///
    /// - Throws: ``RouteError`` when there is none.
    func screen(for route: Route) throws(RouteError) -> ScreenPlan

    /// How to read the file that `route` addresses, or `nil` when it addresses none; screens are asked for next.
    func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)?

    /// Whether the rows of what `route` addresses can be had as a file.
    func hasRows(at route: Route) -> Bool

    /// All rows of the list that `route` addresses as a file, or `nil` when it addresses none that can be had like this.
    ///
    /// - Throws: ``RouteError`` when there is nothing under the route, or when it cannot be read.
    func rows(of route: Route, as format: ExportFormat) async throws(RouteError) -> (any ServedRows)?

    /// Calls `body` when ``screen(for:)`` knows every change of the models that there is now: a table that has just been
    /// made has a route.
    func whenCurrent(_ body: @escaping @SceneActor () -> Void)

    /// Whether a screen may be personal, so that visitors have to be told apart.
    var hasPersonalScreens: Bool { get }

    /// Told when routes lead elsewhere than before, such as after a change of schema.
    var onChange: (() -> Void)? { get set }
}

extension Coordinator {
    /// Routes that depend on no model are known at once.
    public func whenCurrent(_ body: @escaping @SceneActor () -> Void) { body() }

    /// Every screen is shared unless a coordinator says otherwise.
    public var hasPersonalScreens: Bool { false }

    /// No list can be had as a file unless a coordinator says so.
    public func hasRows(at route: Route) -> Bool { false }

    /// No list can be had as a file unless a coordinator says so.
    public func rows(of route: Route, as format: ExportFormat) async throws(RouteError) -> (any ServedRows)? { nil }

    /// No route addresses a file unless a coordinator says so.
    public func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)? { nil }
}
