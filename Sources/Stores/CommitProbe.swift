import CSQLite

/// A connection that only looks whether somebody has committed: `PRAGMA data_version`, 2 us, without waiting for locks.
final class CommitProbe: @unchecked Sendable {  // guard: its owner uses it on one thread only
    private let connection: OpaquePointer
    private let statement: SQLStatement
    private var version: Int64 = -1

    init(path: String) throws(SQLFailure) {
        var connection: OpaquePointer?
        let status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard status == SQLITE_OK, let connection else {
            let failure = SQLFailure(connection)
            sqlite3_close_v2(connection)
            throw failure
        }
        self.connection = connection
        do {
            statement = try SQLStatement(connection, "PRAGMA data_version")
        } catch {
            sqlite3_close_v2(connection)
            throw error
        }
        _ = hasMoved()
    }

    deinit {
        sqlite3_close_v2(connection)
    }

    /// Whether there was a commit since the last look. While somebody holds an exclusive lock nothing is seen.
    func hasMoved() -> Bool { look() ?? false }

    /// Whether there was a commit since the last look; `nil` when that cannot be seen now.
    func look() -> Bool? {
        statement.bind([])
        guard (try? statement.step()) == true else { return nil }
        let present = statement.integer(0)
        statement.bind([])
        defer { version = present }
        return present != version
    }
}
