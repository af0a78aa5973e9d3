/// Where to go, and how.
public struct Navigation: Sendable, Equatable {
    /// What becomes of the screen that is left.
    public enum Style: String, Sendable {
        /// It stays below.
        case push
        /// It makes way.
        case replace
        /// It and all below it make way: there is no way back, as after signing in.
        case root
        /// It stays, and the other one is shown over it until it is left.
        case modal
        /// It is left for the one below it; the route is where to go when there is none.
        case back
        /// It stays, and the browser goes to another site, whose URL is the route.
        case external
    }
    /// The route to show.
    public var route: String
    /// How to show it.
    public var style: Style

    /// A way to `route`.
    ///
    /// - Precondition: A route begins with a slash, unless it is the URL of another site.
    public init(_ route: String, style: Style = .push) {
        precondition(style == .external || route.hasPrefix("/"), "a route begins with a slash: \(route)")
        self.route = route
        self.style = style
    }
}
