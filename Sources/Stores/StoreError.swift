import CSQLite
import DataSources
import SQLite

/// Why a database cannot be read.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file does not exist.
    case missing
    /// The path is not a file, or the file may not be read.
    case unreadable(String)
    /// The folder at this path, for a new file, cannot be created.
    case noFolder(String, reason: String)
    /// The file may be read, but not written.
    case readOnly
    /// The file is not a SQLite database.
    case notADatabase
    /// The file is not valid JSON.
    case broken(String)
    /// The JSON file of the database is missing or cannot be read at the moment.
    case document(ListProblem)
    /// The content is damaged.
    case corrupt(String)
    /// Another program has an exclusive lock.
    case locked
    /// The migration of this name failed, so none was applied.
    case migration(String, reason: String)
    /// The temporary file of an export cannot be written.
    case noSpool(String)
    /// The temporary files of one export, or of all, have reached the limit of this setting, in bytes.
    case exportTooLarge(limit: Int, setting: String)
    /// A value or a row exceeds the size limit. The text is a full sentence.
    case valueTooLarge(String)
    /// The store was closed, for example because the server stops.
    case closed
    /// Another error of SQLite.
    case failed(String)

    /// A stable identifier for programs.
    public var code: String {
        switch self {
        case .missing: "database-missing"
        case .unreadable, .noFolder: "database-unreadable"
        case .readOnly: "database-read-only"
        case .notADatabase: "not-a-database"
        case .broken: "file-broken"
        case .document(let problem): problem.code
        case .corrupt: "database-corrupt"
        case .locked: "database-locked"
        case .migration: "migration-failed"
        case .noSpool: "export-failed"
        case .exportTooLarge: "export-too-large"
        case .valueTooLarge: "value-too-large"
        case .closed: "stopping"
        case .failed: "database-failed"
        }
    }

    /// The ``message``.
    public var description: String { message }

    /// A sentence for users: the problem, and what to do.
    public var message: String {
        switch self {
        case .missing: "The file does not exist. Check the path; Oriel does not create databases."
        case .unreadable(let reason):
            "The file cannot be read (\(reason)). Check the permissions of the file and its folder."
        case .noFolder(let path, let reason):
            "The folder \(path) cannot be created (\(reason)). Create it, or choose another path."
        case .readOnly: "The file cannot be written. Check the permissions of the file and its folder."
        case .notADatabase: "The file is not a SQLite database, or it is encrypted."
        case .broken(let reason): "The file is not valid JSON: \(reason)."
        case .document(let problem): problem.message
        case .corrupt(let reason): "The database is damaged (\(reason)). Restore it from a backup."
        case .locked: "The database is locked by another program. Retry, or raise busyTimeout."
        case .migration(let name, let reason):
            "The migration \"\(name)\" failed, so none was applied: \(reason). Correct it and restart."
        case .noSpool(let reason):
            "The temporary file of the export cannot be used (\(reason)). Check TMPDIR and its free space."
        case .exportTooLarge(let limit, let setting):
            "The export needs more than \(limit) bytes of temporary files. Filter the export, or raise \(setting)."
        case .valueTooLarge(let sentence): sentence
        case .closed: "The server is stopping, and nothing was changed. Retry."
        case .failed(let reason): "SQLite cannot use the database: \(reason)."
        }
    }
}

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
    /// The failure as an error of the whole database.
    var storeError: StoreError {
        StoreError(self) ?? (code == SQLITE_TOOBIG ? .valueTooLarge(message) : .failed(message))
    }
}
