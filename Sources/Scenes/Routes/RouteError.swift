/// The reason why a route shows nothing.
public enum RouteError: Error, Sendable, Equatable {
    /// Nothing exists there.
    case notFound(message: String)
    /// The client has to sign in first.
    case signIn(message: String)
    /// A parameter is invalid.
    case invalid(message: String)
    /// The client may not do this.
    case forbidden(message: String)
    /// The route cannot be shown at the moment.
    case unavailable(code: String, message: String)
}
