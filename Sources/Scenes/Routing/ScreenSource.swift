import Loop
import ViewModels

/// Screens that come from somewhere else than the patterns of an app, such as declared scenes.
@SceneActor package protocol ScreenSource: AnyObject {
    /// Returns the screen at a route; `nil` if none is there.
    ///
    /// - Throws: ``RouteError`` if it is hidden from the principal, or if the route is invalid.
    func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan?
}
