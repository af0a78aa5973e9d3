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

    /// Calls `body` when ``screen(for:)`` knows every change of the models that there is now: a table that has just been
    /// made has a route.
    func whenCurrent(_ body: @escaping @SceneActor () -> Void)

    /// Told when routes lead elsewhere than before, such as after a change of schema.
    var onChange: (() -> Void)? { get set }
}

/// What a coordinator answers: the canonical route, and how to make its view model.
public struct ScreenPlan {
    /// The route with its defaults left out: one scene per canonical route.
    public let route: Route
    /// Makes the view model, when nobody watches the scene already.
    public let makeViewModel: @SceneActor () -> ViewModel

    /// A plan for one scene.
    public init(route: Route, makeViewModel: @escaping @SceneActor () -> ViewModel) {
        self.route = route
        self.makeViewModel = makeViewModel
    }
}

extension Coordinator {
    /// Routes that depend on no model are known at once.
    public func whenCurrent(_ body: @escaping @SceneActor () -> Void) { body() }

    /// No route addresses a file unless a coordinator says so.
    public func file(for route: Route) -> (@SceneActor () async throws(RouteError) -> ServedFile)? { nil }
}
