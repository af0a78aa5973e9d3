import ViewModels

/// The reason why a screen was not made, as clients receive it.
package enum Refusal: Sendable {
    /// The route shows nothing.
    case route(RouteError)
    /// The making failed as a command may fail.
    case command(CommandFailure)

    /// Creates the reason of an error that the making has thrown. Where rules limit the screen, an error of no known
    /// kind is not described, because it may name what is hidden.
    init(_ error: any Error, isLimited: Bool) {
        if let error = error as? RouteError {
            self = .route(error)
        } else if case .failed = CommandFailure(of: error), isLimited {
            self = .command(.failed(message: "The screen cannot be made at the moment."))
        } else {
            self = .command(CommandFailure(of: error))
        }
    }

    /// The code with which the screen ends.
    var code: String {
        switch self {
        case .route(.notFound), .command(.notFound), .command(.unknown): "not-found"
        case .route(.forbidden), .command(.forbidden): "forbidden"
        case .route(.unavailable(let code, _)), .command(.unavailable(let code, _)): code
        case .command(.tooFast): "too-fast"
        case .route(.invalid): "invalid-route"
        case .command: "failed"
        }
    }
}
