import CSQLite
import Lists
import SQLite

extension CommandError {
    /// Converts the failure of a statement for a client that may not know of every row and column: the error tells only
    /// that the change was refused. Texts of constraints and triggers, and names, are left out.
    init(discreetly failure: SQLFailure, of commands: [WriteCommand], within limit: Duration) {
        switch failure.code & 0xFF {
        case SQLITE_INTERRUPT: self = .tooSlow(limit: limit)
        case _ where failure.message == "FOREIGN KEY constraint failed" && commands.contains(where: \.isDeletion):
            self = .conflict(message: "Other rows refer to it.", fields: [:])
        case SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG: self = .refused
        default:
            self = CommandError(failure)
            if case .failed = self { self = .failed(message: "The database cannot write.") }
        }
    }
}
