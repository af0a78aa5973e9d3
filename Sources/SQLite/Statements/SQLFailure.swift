import CSQLite

/// An error of SQLite.
package struct SQLFailure: Error {
    /// The extended result code.
    package let code: Int32
    /// SQLite's message.
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The error when another connection has committed between two steps of a scan (`SQLITE_BUSY_SNAPSHOT`).
    package static let overtaken = SQLFailure(
        code: SQLITE_BUSY | 2 << 8, message: "another program wrote to the database during the query")

    /// The error for a statement that is longer than ``QueryBudget`` permits.
    package static let longStatement = SQLFailure(code: SQLITE_ERROR, message: "the statement is too long")

    /// Reads the last error of a connection.
    package init(_ connection: OpaquePointer?) {
        code = sqlite3_extended_errcode(connection)
        message =
            switch code & 0xFF {
            case SQLITE_TOOBIG:
                "A value or its row exceeds \(sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, -1)) bytes. "
                    + "Shorten the value, or raise valueLimit."
            case SQLITE_NOMEM: "out of memory; raise databaseMemory in the settings"
            default: String(cString: sqlite3_errmsg(connection))
            }
    }
}

extension SQLFailure {
    /// Whether the database as a whole cannot be read now, because it is locked, damaged or not accessible; otherwise
    /// only the statement failed.
    package var isOfDatabase: Bool {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: true
        case SQLITE_READONLY: code != Self.moved
        case SQLITE_CORRUPT: code != Self.corruptIndex
        default: false
        }
    }

    /// Whether a statement was interrupted, for example by a time limit (``Interruption``).
    package var isInterruption: Bool { code & 0xFF == SQLITE_INTERRUPT }

    /// SQLITE_READONLY_DBMOVED: the file is no longer at its path.
    package static let moved = csqlite_readonly_dbmoved
    /// SQLITE_CORRUPT_VTAB: a virtual table is damaged, such as a full-text index; the database is not.
    private static let corruptIndex = SQLITE_CORRUPT | 1 << 8
}
