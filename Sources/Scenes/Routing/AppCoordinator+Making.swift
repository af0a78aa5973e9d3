import Loop
import ViewModels

// Screens whose making may wait, such as for a query or another service. The scene has the phase `loading` until it is
// made. An error of the making is the response: a ``RouteError`` or a ``CommandFailure`` as it says, any other as a
// failure. The task is cancelled when no client shows the screen any more. What was made for rights that have changed
// meanwhile is dropped.
extension AppCoordinator {
    /// Shows one shared view model, whose making may wait, to all visitors of a route of this shape.
    public final func screen<Values>(
        _ pattern: RoutePattern<Values>,
        _ make: @escaping @SceneActor (Route, Values) async throws -> ViewModel?
    ) {
        add(pattern) { route, values, _ in
            ScreenPlan(route: route) { PendingViewModel { try await make(route, values) ?? MissingViewModel() } }
        }
    }

    /// Shows one shared view model, whose making may wait, to all visitors of one route.
    public final func screen(
        _ path: String, _ make: @escaping @SceneActor (Route) async throws -> ViewModel?
    ) {
        screen(RoutePattern(path)) { route, _ async throws in try await make(route) }
    }

    /// Shows each visitor a separate view model, whose making may wait.
    ///
    ///     personal(Self.order) { route, id, visitor async throws in
    ///         guard try await shop.owns(visitor.principal.id, order: id) else {
    ///             throw RouteError.notFound(message: "There is no such order.")
    ///         }
    ///         return OrderViewModel(id)
    ///     }
    public final func personal<Values>(
        _ pattern: RoutePattern<Values>, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Values, Visitor) async throws -> ViewModel?
    ) {
        personal(pattern, inputs: inputs) { route, values, visitor in
            PendingViewModel { try await make(route, values, visitor) ?? MissingViewModel() }
        }
    }

    /// Shows each visitor of one route a separate view model, whose making may wait.
    public final func personal(
        _ path: String, inputs: InputScope = .perVisitor,
        _ make: @escaping @SceneActor (Route, Visitor) async throws -> ViewModel?
    ) {
        personal(RoutePattern(path), inputs: inputs) { route, _, visitor async throws in
            try await make(route, visitor)
        }
    }
}
