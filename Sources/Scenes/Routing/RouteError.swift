/// Why a route shows nothing.
public enum RouteError: Error, Sendable, Equatable {
    /// Nothing is there.
    case notFound(message: String)
    /// A parameter makes no sense there.
    case invalid(message: String)
    /// It cannot be shown at the moment.
    case unavailable(code: String, message: String)
}
