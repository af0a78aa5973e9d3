import CSQLite

/// A database file whose change log an operator makes or takes away.
///
///     print(try LogFile(path: "music.sqlite").attach().triggers)
package struct LogFile {
    private let path: String
    private let busyTimeout: Duration

    /// The file at a path; so long a lock is waited for.
    package init(path: String, busyTimeout: Duration = .seconds(5)) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// Makes the log, or brings it up to date.
    package func attach() throws(StoreError) -> LogExtent {
        try withConnection { connection throws(SQLFailure) in
            let schema = try SchemaReader(connection: connection, isReadOnly: false).read()
            return try ChangeLog(connection).install(schema)
        }
    }

    /// Takes the log away, if there is one.
    package func detach() throws(StoreError) -> LogExtent {
        try withConnection { connection throws(SQLFailure) in try ChangeLog(connection).remove() }
    }

    private func withConnection(
        _ body: (OpaquePointer) throws(SQLFailure) -> LogExtent
    ) throws(StoreError) -> LogExtent {
        try DatabaseFile.check(path, mayBeEmpty: false)
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        do throws(SQLFailure) {
            let status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            guard status == SQLITE_OK, let connection else { throw SQLFailure(connection) }
            let (seconds, attoseconds) = busyTimeout.components
            sqlite3_busy_timeout(connection, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
            return try body(connection)
        } catch {
            throw error.code & 0xFF == SQLITE_READONLY ? .readOnly : error.storeError
        }
    }
}
