import Lists
import Stores
import ViewModels

extension CommandFailure {
    /// Creates the failure that a caller receives for a write that a store refused.
    public init(_ error: CommandError) {
        switch error {
        case .invalid(let message, let fields): self = .invalid(message: message, fields: fields)
        case .conflict(let message, let fields): self = .conflict(message: message, fields: fields)
        case .keyReused: self = .keyReused
        case .notFound: self = .notFound(message: "The row does not exist.")
        case .forbidden(let message), .readOnly(let message): self = .forbidden(message: message)
        case .busy:
            self = .unavailable(
                code: "busy", message: "Another program is writing to the database. Retry in a moment.")
        case .tooSlow(let limit):
            self = .unavailable(
                code: "write-too-slow",
                message:
                    "The change and its triggers took longer than \(limit) (writeTimeout). "
                    + "Nothing was changed."
            )
        case .unavailable(let error): self = error.commandFailure
        case .failed(let message): self = .failed(message: message)
        }
    }
}

extension CommandError: CommandFailing {
    /// The failure that a caller receives for a write that a store refused.
    public var commandFailure: CommandFailure { CommandFailure(self) }
}

extension StoreError: CommandFailing {
    /// The failure that a caller receives for a store that cannot be used now.
    public var commandFailure: CommandFailure { .unavailable(code: code, message: message) }
}
