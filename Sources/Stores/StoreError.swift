import CSQLite
import DataSources

/// Why a database cannot be read.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no such file.
    case missing
    /// It is no file, or may not be read.
    case unreadable(String)
    /// The folder at this path, which the file is to be made in, cannot be made, for a reason.
    case noFolder(String, reason: String)
    /// It may be read, but not written.
    case readOnly
    /// It is a file, but no SQLite database.
    case notADatabase
    /// It is a file, but no JSON.
    case broken(String)
    /// The JSON file behind it is gone or cannot be read at the moment, as this says.
    case document(ListProblem)
    /// Its content is damaged.
    case corrupt(String)
    /// Another program holds it exclusively.
    case locked
    /// The migration of this name cannot be run; none was.
    case migration(String, reason: String)
    /// There is no room for the temporary file of an export, for this reason.
    case noSpool(String)
    /// The temporary files of one export, or of all, have as many bytes as this setting allows.
    case exportTooLarge(limit: Int, setting: String)
    /// SQLite says something else.
    case failed(String)

    /// A stable name for programs.
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
        case .failed: "database-failed"
        }
    }

    /// The ``message``.
    public var description: String { message }

    /// A sentence for people: what is wrong, and what to do.
    public var message: String {
        switch self {
        case .missing: "There is no such file. Check the path; Oriel does not create databases."
        case .unreadable(let reason): "The file cannot be read (\(reason)). Check its permissions and its folder's."
        case .noFolder(let path, let reason):
            "The folder \(path) for the database cannot be made (\(reason)). Make it, or choose another path."
        case .readOnly: "The file cannot be written. Check its permissions and its folder's."
        case .notADatabase: "The file is not a SQLite database, or it is encrypted."
        case .broken(let reason): "The file cannot be understood: \(reason)."
        case .document(let problem): problem.message
        case .corrupt(let reason): "The database is damaged (\(reason)). Restore it from a backup."
        case .locked: "Another program has locked the database. It can be read when the lock is released."
        case .migration(let name, let reason):
            "The migration \"\(name)\" cannot be run, and none was: \(reason). Correct it and start again."
        case .noSpool(let reason):
            "The temporary file of an export cannot be used (\(reason)). See to TMPDIR and its room."
        case .exportTooLarge(let limit, let setting):
            "The export needs more than \(limit) bytes of temporary files (\(setting) in the settings). Filter it, or raise that."
        case .failed(let reason): "SQLite cannot use the database: \(reason)."
        }
    }
}

extension StoreError {
    /// What an error of SQLite means for the whole database; `nil` if it concerns a statement only.
    init?(_ failure: SQLFailure) {
        guard failure.code != Self.corruptIndex else { return nil }
        switch failure.code & 0xFF {
        case SQLITE_READONLY where failure.code == FilePlace.left.code: self = .failed(failure.message)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CORRUPT: self = .corrupt(failure.message)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: self = .unreadable(failure.message)
        case SQLITE_IOERR, SQLITE_PROTOCOL, SQLITE_FULL: self = .failed(failure.message)
        default: return nil
        }
    }
}

extension StoreError {
    /// SQLITE_CORRUPT_VTAB: a virtual table, such as a full-text index, does not fit together; the database does.
    private static let corruptIndex = SQLITE_CORRUPT | 1 << 8
}

extension SQLFailure {
    /// What the failure means for the whole database.
    var storeError: StoreError { StoreError(self) ?? .failed(message) }
}
