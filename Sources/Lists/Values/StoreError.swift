import DataSources

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
    /// The text of the migration of this name was changed after the migration had been applied.
    case changedMigration(String)
    /// The temporary file of an export cannot be written.
    case noSpool(String)
    /// The temporary files of one export, or of all, have reached the limit of this setting, in bytes.
    case exportTooLarge(limit: Int, setting: String)
    /// A value or a row exceeds the size limit. The text is a full sentence.
    case valueTooLarge(String)
    /// The store was closed, for example because the server stops.
    case closed
    /// The server of the database cannot be reached, or refuses to work.
    case server(String)
    /// Another error of the database.
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
        case .changedMigration: "migration-changed"
        case .noSpool: "export-failed"
        case .exportTooLarge: "export-too-large"
        case .valueTooLarge: "value-too-large"
        case .closed: "stopping"
        case .server: "database-unavailable"
        case .failed: "database-failed"
        }
    }

    /// The ``message``, with the reason of a server, which may name its address. For operators.
    public var description: String {
        guard case .server = self else { return message }
        return "\(reason) Oriel retries until it can."
    }

    /// The ``description`` for a command, which does not retry.
    package var reason: String {
        guard case .server(let reason) = self else { return message }
        return "The database server cannot be used (\(reason))."
    }

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
        case .changedMigration(let name):
            "The migration \"\(name)\" was changed after it had been applied. "
                + "Restore its text and add a new migration, or recreate the database."
        case .noSpool(let reason):
            "The temporary file of the export cannot be used (\(reason)). Check TMPDIR and its free space."
        case .exportTooLarge(let limit, let setting):
            "The export needs more than \(limit) bytes of temporary files. Filter the export, or raise \(setting)."
        case .valueTooLarge(let sentence): sentence
        case .closed: "The server is stopping, and nothing was changed. Retry."
        case .server: "The database server cannot be used. Oriel retries until it can."
        case .failed(let reason): "The database cannot be used: \(reason)."
        }
    }
}
