import Scenes

/// Why a sign-in at a service failed. The reason is for the audit, and never has a secret.
enum ServiceFault: Error {
    /// The service cannot be reached, or answers with something else than the standard says.
    case unavailable(String)
    /// The service, or the check of its answer, refuses the sign-in.
    case refused(String)
    /// The answer belongs to no sign-in of this browser that is under way.
    case stale(String)
    /// The account belongs to nobody here.
    case nobody(String)

    /// What the client learns.
    var error: SignInError {
        switch self {
        case .unavailable: .serviceUnavailable
        case .refused: .serviceRefused
        case .stale: .stale
        case .nobody: .noAccount
        }
    }

    /// The reason in a few words.
    var reason: String {
        switch self {
        case .unavailable(let reason), .refused(let reason), .stale(let reason), .nobody(let reason): reason
        }
    }
}
