import DataSources

/// Why a command was not carried out. Nothing of it was.
public enum CommandFailure: Error, Sendable, Equatable {
    /// There is no such command here.
    case unknown(command: String)
    /// The arguments are wrong: a sentence on the whole, and one per field that is at fault.
    case invalid(message: String, fields: [String: String])
    /// What was sent has more bytes than are taken.
    case tooLarge(message: String)
    /// What was sent is of none of the media types that are `taken`.
    case wrongType(message: String, taken: [String])
    /// What it is for does not exist (any more).
    case notFound(message: String)
    /// What it would change has been changed by somebody else meanwhile: a sentence, and one per field.
    case conflict(message: String, fields: [String: String])
    /// Its key came before, with another row or other arguments.
    case keyReused
    /// It may not be done here.
    case forbidden(message: String)
    /// It cannot be done at the moment; try again a little later.
    case unavailable(code: String, message: String)
    /// The model could not be changed for a reason that is not the caller's.
    case failed(message: String)
}

/// An error that says what the caller of a command is told when it is thrown there.
///
///     extension PaymentError: CommandFailing {
///         var commandFailure: CommandFailure { .conflict(message: "It is paid already.", fields: [:]) }
///     }
public protocol CommandFailing: Error {
    /// What the caller is told.
    var commandFailure: CommandFailure { get }
}

extension CommandFailure {
    /// There is no room for what is to be written: it may be tried again.
    package static let diskFull = CommandFailure.unavailable(
        code: ListProblem.diskFull.code, message: ListProblem.diskFull.message)

    /// What a caller is told of an error: refusals of rows as such, an error of another kind in its own words.
    init(of error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as any CommandFailing: self = error.commandFailure
        case EditRefusal.noRow: self = .notFound(message: "There is no such row.")
        case EditRefusal.notAllowed(let right):
            self = .forbidden(message: "The row does not allow to \(right.names.joined(separator: ", ")) it.")
        case EditRefusal.wrongPlace:
            self = .invalid(message: "The row cannot be moved there.", fields: ["to": "is no place for this row"])
        case let failure as ValidationFailure:
            self = .invalid(message: "\(failure)", fields: [failure.field: failure.message])
        case is CancellationError: self = .unavailable(code: "cancelled", message: "It was given up.")
        default: self = .failed(message: "\(error)")
        }
    }
}
