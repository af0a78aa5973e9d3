import CSQLite
import Files
import Lists
import SQLite
import Tables

/// A connection that only checks for commits, without waiting for locks.
///
/// In WAL mode every commit changes the header of the wal-index, in memory that all processes share (SQLite's WAL
/// format, section 2.1). Checking it takes no system call; a header that is being written counts as changed twice. In
/// other modes `PRAGMA data_version` reveals commits, in 2 µs and three system calls. A file does not leave WAL mode
/// while a connection has it open.
final class CommitProbe: ChangeProbe, @unchecked Sendable {  // guard: its owner uses it on one thread
    private let connection: SQLConnection
    private let statement: SQLStatement
    private var version: Int64 = -1
    private var index: UnsafePointer<UInt64>?
    private var header = csqlite_wal_header()
    private(set) var keepsWritersOut = true

    init(path: String, within budget: QueryBudget = QueryBudget()) throws(SQLFailure) {
        connection = try SQLConnection(path, .reading)
        budget.confine(connection.handle)
        statement = try SQLStatement(connection.handle, "PRAGMA data_version")
        _ = hasMoved()
    }

    /// Returns whether there was a commit since the last check, or `nil` while an exclusive lock hides commits.
    ///
    /// The file becoming unreadable counts as a commit, and so does its becoming readable again.
    func hasMoved() -> Bool? {
        if let index { return csqlite_is_wal_unchanged(index, &header) == 0 }
        let hasMoved = isVersionOther()
        if hasMoved == true, isInWALMode { (index, keepsWritersOut) = (csqlite_wal_index(connection.handle), false) }
        return hasMoved
    }

    /// Whether there was a commit since the last check; `nil` if memory alone cannot tell.
    var hasSurelyMoved: Bool? {
        var known = header
        return index.map { csqlite_is_wal_unchanged($0, &known) == 0 }
    }

    private var isInWALMode: Bool {
        guard let mode = try? SQLStatement(connection.handle, "PRAGMA journal_mode"), (try? mode.step()) == true else {
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

    /// The version of an unreadable file.
    private static let unreadable: Int64 = -2
}
