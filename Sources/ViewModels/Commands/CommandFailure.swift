import DataSources

/// The reason why a command was not carried out. No part of it took effect.
public enum CommandFailure: Error, Sendable, Equatable {
    /// The command is unknown here.
    case unknown(command: String)
    /// Invalid arguments: a message for the whole call, and one per invalid field.
    case invalid(message: String, fields: [String: String])
    /// The uploaded content has more bytes than the limit.
    case tooLarge(message: String)
    /// The media type of the uploaded content is not in `taken`.
    case wrongType(message: String, taken: [String])
    /// The target does not exist (any more).
    case notFound(message: String)
    /// Another user has changed the target meanwhile: a message for the whole call, and one per field.
    case conflict(message: String, fields: [String: String])
    /// The idempotency key was used before, with another row or other arguments.
    case keyReused
    /// The command is not permitted here.
    case forbidden(message: String)
    /// The caller has done this too often. It may try again after this many seconds.
    case tooFast(seconds: Int)
    /// The command cannot run now. Retry a little later.
    case unavailable(code: String, message: String)
    /// The model could not be changed, for a reason other than the caller's input.
    case failed(message: String)
}

/// An error with a message for the caller of the command that throws it.
///
///     extension PaymentError: CommandFailing {
///         var commandFailure: CommandFailure { .conflict(message: "It is paid already.", fields: [:]) }
///     }
public protocol CommandFailing: Error {
    /// The failure that the caller receives.
    var commandFailure: CommandFailure { get }
}

extension CommandFailure {
    /// A refusal without a reason, because the caller may not know of it.
    package static let refused = CommandFailure.invalid(message: "It has been refused.", fields: [:])

    /// The disk is full. The caller may retry.
    package static let diskFull = CommandFailure.unavailable(
        code: ListProblem.diskFull.code, message: ListProblem.diskFull.message)

    /// Creates the failure that a caller receives for an error. An ``EditRefusal`` becomes the failure for its reason.
    /// An unknown error becomes ``failed(message:)`` with its description.
    package init(of error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as any CommandFailing: self = error.commandFailure
        case EditRefusal.noRow: self = .notFound(message: "The row does not exist.")
        case EditRefusal.notAllowed(let right):
            self = .forbidden(message: "The row does not permit this edit: \(right.names.joined(separator: ", ")).")
        case EditRefusal.wrongPlace:
            self = .invalid(
                message: "The row cannot be moved there.", fields: ["to": "is not a valid position for this row"])
        case let failure as ValidationFailure:
            self = .invalid(message: "\(failure)", fields: [failure.field: failure.message])
        case is CancellationError: self = .unavailable(code: "cancelled", message: "The command was cancelled.")
        default: self = .failed(message: "\(error)")
        }
    }
}

extension CommandFailure {
    /// Returns the failure with its fields renamed to the one of these names that differs only in case, such as `name`
    /// for a column `Name`.
    func naming(_ names: some Sequence<String>) -> CommandFailure {
        let names = Set(names)
        func called(_ fields: [String: String]) -> [String: String] {
            Dictionary(
                fields.map { field, text in
                    let found = names.filter { $0.lowercased() == field.lowercased() }
                    return (names.contains(field) ? field : found.count == 1 ? found.first ?? field : field, text)
                }
            ) { first, _ in first }
        }
        return switch self {
        case .invalid(let message, let fields): .invalid(message: message, fields: called(fields))
        case .conflict(let message, let fields): .conflict(message: message, fields: called(fields))
        default: self
        }
    }
}
