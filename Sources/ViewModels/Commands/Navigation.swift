import Loop

/// A target screen and the way to get there.
public struct Navigation: Sendable, Equatable {
    /// The effect on the current screen.
    public enum Style: String, Sendable {
        /// The current screen stays below the new one.
        case push
        /// The new screen replaces the current one.
        case replace
        /// The new screen replaces the current one and all below it: there is no way back, for example after signing
        /// in.
        case root
        /// The new screen is shown over the current one until it is closed.
        case modal
        /// The current screen is closed and the one below it appears. The route is the target when there is none below.
        case back
        /// The current screen stays, and the browser opens another site, whose URL is the route.
        case external
    }
    /// The route to show.
    public var route: String
    /// The way to show it.
    public var style: Style

    /// Creates a navigation to `route`.
    ///
    /// - Precondition: A route begins with a slash, unless it is the URL of another site. Otherwise the command or the
    ///   screen that navigates fails.
    public init(_ route: String, style: Style = .push) {
        self.route = route
        self.style = style
    }

    /// The navigation, if its route is valid. An invalid route is reported as a mistake.
    @SceneActor var checked: Navigation? {
        if style == .external || route.hasPrefix("/") { return self }
        Misuse.report("a route begins with a slash: '\(route)'")
        return nil
    }
}
