import Stores
import ViewModels

extension CommandFailure {
    /// A write that a store refused, as a caller is told of it.
    public init(_ error: CommandError) {
        switch error {
        case .invalid(let message, let fields): self = .invalid(message: message, fields: fields)
        case .conflict(let message, let fields): self = .conflict(message: message, fields: fields)
        case .keyReused: self = .keyReused
        case .notFound: self = .notFound(message: "The row does not exist (any more).")
        case .readOnly(let message): self = .forbidden(message: message)
        case .busy:
            self = .unavailable(
                code: "busy", message: "Another program is writing to the database. Try again in a moment.")
        case .tooSlow:
            self = .unavailable(
                code: "write-too-slow",
                message:
                    "The change took longer than writeTimeout, with the triggers that it sets off. Nothing of it was done."
            )
        case .unavailable(let error): self = error.commandFailure
        case .failed(let message): self = .failed(message: message)
        }
    }
}

extension CommandError: CommandFailing {
    /// A write that a store refused, as a caller is told of it.
    public var commandFailure: CommandFailure { CommandFailure(self) }
}

extension StoreError: CommandFailing {
    /// A store that cannot be used at the moment, as a caller is told of it.
    public var commandFailure: CommandFailure { .unavailable(code: code, message: message) }
}
