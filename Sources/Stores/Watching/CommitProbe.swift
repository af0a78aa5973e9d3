import CSQLite

/// A connection that only looks whether somebody has committed: `PRAGMA data_version`, 2 us, without waiting for locks.
final class CommitProbe: ChangeProbe, @unchecked Sendable {  // guard: its owner uses it on one thread only
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

    /// Whether there was a commit since the last look; `nil` while somebody holds an exclusive lock, when nothing is seen.
    ///
    /// That the file cannot be read any more counts as a commit, as does that it can be again.
    func hasMoved() -> Bool? {
        statement.bind([])
        defer { statement.bind([]) }
        let present: Int64
        do throws(SQLFailure) {
            present = try statement.step() ? statement.integer(0) : Self.unreadable
        } catch {
            guard error.storeError != .locked else { return nil }
            present = Self.unreadable
        }
        defer { version = present }
        return present != version
    }

    /// Stands for the version of a file that cannot be read.
    private static let unreadable: Int64 = -2
}
