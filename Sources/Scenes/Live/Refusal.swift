import ViewModels

/// The reason why a screen was not made, as clients receive it.
package enum Refusal: Sendable {
    /// The route shows nothing.
    case route(RouteError)
    /// The making failed as a command may fail.
    case command(CommandFailure)

    /// Creates the reason of an error that the making has thrown. Where rules limit the screen, errors of a database
    /// and of no known kind are not described, because they may name what is hidden.
    init(_ error: any Error, isLimited: Bool) {
        switch (error, CommandFailure(of: error)) {
        case (let error as RouteError, _): self = .route(error)
        case (let failure as CommandFailure, _): self = .command(failure)
        case (_, .failed) where isLimited: self = .command(.failed(message: Self.sentence))
        case (_, .unavailable(let code, _)) where isLimited:
            self = .command(.unavailable(code: code, message: Self.sentence))
        case (_, let failure): self = .command(failure)
        }
    }

    private static let sentence = "The screen cannot be made at the moment."

    /// The code with which the screen ends.
    var code: String {
        switch self {
        case .route(.notFound), .command(.notFound), .command(.unknown): "not-found"
        case .route(.signIn): "sign-in"
        case .route(.forbidden), .command(.forbidden): "forbidden"
        case .route(.unavailable(let code, _)), .command(.unavailable(let code, _)): code
        case .command(.tooFast): "too-fast"
        case .route(.invalid): "invalid-route"
        case .command: "failed"
        }
    }
}
