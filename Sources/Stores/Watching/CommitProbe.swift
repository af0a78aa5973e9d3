import CSQLite

/// A connection that only looks whether somebody has committed, without waiting for locks.
///
/// In WAL mode every commit changes the header of the wal-index, which lies in memory that all processes share (SQLite's WAL
/// format, section 2.1), and nothing is called to see that: one that is being changed is told twice. Otherwise `PRAGMA
/// data_version` tells, in 2 us and three system calls. A file does not leave WAL mode while somebody has it open.
final class CommitProbe: ChangeProbe, @unchecked Sendable {  // guard: its owner uses it on one thread only
    private let connection: OpaquePointer
    private let statement: SQLStatement
    private var version: Int64 = -1
    private var index: UnsafePointer<UInt64>?
    private var header = csqlite_wal_header()
    private(set) var keepsWritersOut = true

    init(path: String, within budget: QueryBudget = QueryBudget()) throws(SQLFailure) {
        var connection: OpaquePointer?
        let status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard status == SQLITE_OK, let connection else {
            let failure = SQLFailure(connection)
            sqlite3_close_v2(connection)
            throw failure
        }
        self.connection = connection
        budget.confine(connection)
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
        if let index { return csqlite_is_wal_unchanged(index, &header) == 0 }
        let hasMoved = isVersionOther()
        if hasMoved == true, isInWALMode { (index, keepsWritersOut) = (csqlite_wal_index(connection), false) }
        return hasMoved
    }

    /// Whether there was a commit since the last look, if memory alone tells.
    var hasSurelyMoved: Bool? {
        var known = header
        return index.map { csqlite_is_wal_unchanged($0, &known) == 0 }
    }

    private var isInWALMode: Bool {
        guard let mode = try? SQLStatement(connection, "PRAGMA journal_mode"), (try? mode.step()) == true else {
            return false
        }
        return mode.text(0) == "wal"
    }

    private func isVersionOther() -> Bool? {
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
