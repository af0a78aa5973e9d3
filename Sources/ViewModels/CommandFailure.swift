/// Why a command was not carried out. Nothing of it was.
public enum CommandFailure: Error, Sendable, Equatable {
    /// There is no such command here.
    case unknown(command: String)
    /// The arguments are wrong: a sentence on the whole, and one per field that is at fault.
    case invalid(message: String, fields: [String: String])
    /// What it is for does not exist (any more).
    case notFound(message: String)
    /// It may not be done here.
    case forbidden(message: String)
    /// It cannot be done at the moment; try again a little later.
    case unavailable(code: String, message: String)
    /// The model could not be changed for a reason that is not the caller's.
    case failed(message: String)
}
