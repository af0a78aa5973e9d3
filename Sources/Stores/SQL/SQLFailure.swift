import CSQLite

/// An error of SQLite's.
struct SQLFailure: Error {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words.
    let message: String

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// Another connection has committed between two steps of a scan (`SQLITE_BUSY_SNAPSHOT`).
    static let overtaken = SQLFailure(
        code: SQLITE_BUSY | 2 << 8, message: "another program has written meanwhile")

    /// The last error of a connection.
    init(_ connection: OpaquePointer?) {
        code = sqlite3_extended_errcode(connection)
        message =
            switch code & 0xFF {
            case SQLITE_TOOBIG: "a value, a row or a statement is longer than it may be; see valueLimit in the settings"
            case SQLITE_NOMEM: "it takes more memory than there is; see databaseMemory in the settings"
            default: String(cString: sqlite3_errmsg(connection))
            }
    }
}
