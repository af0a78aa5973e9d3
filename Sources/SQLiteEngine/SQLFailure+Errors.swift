import CSQLite
import Lists
import SQLite

extension StoreError {
    /// Converts an SQLite error that concerns the whole database; `nil` if it concerns a statement only.
    init?(_ failure: SQLFailure) {
        switch failure.code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CORRUPT where failure.isOfDatabase: self = .corrupt(failure.message)
        case _ where failure.isOfDatabase: self = .unreadable(failure.message)
        case SQLITE_IOERR, SQLITE_PROTOCOL, SQLITE_FULL, SQLITE_READONLY: self = .failed(failure.message)
        default: return nil
        }
    }
}

extension SQLFailure {
    /// The error for a write to a file that was replaced.
    static let fileWasReplaced = SQLFailure(code: moved, message: "the file was replaced")

    /// The failure as an error of the whole database.
    var storeError: StoreError {
        StoreError(self) ?? (code == SQLITE_TOOBIG ? .valueTooLarge(message) : .failed(message))
    }
}

extension ScanError {
    /// Converts an SQLite error.
    init(_ failure: SQLFailure) {
        if failure.code == SQLITE_INTERRUPT {
            self = .tooSlow
        } else if failure.code == SQLFailure.overtaken.code {
            self = .overtaken
        } else if failure.code == SQLITE_TOOBIG {
            self = .valueTooLarge(failure.message)
        } else {
            self = StoreError(failure).map { .store($0) } ?? .query(failure.message)
        }
    }

    /// Runs a body, and converts its error.
    static func from<Value>(_ body: () throws(SQLFailure) -> Value) throws(ScanError) -> Value {
        do throws(SQLFailure) {
            return try body()
        } catch {
            throw ScanError(error)
        }
    }
}
