import CSQLite
import Files
import Foundation
import SQLite

/// Copies and checks of SQLite files.
///
/// A copy is made page by page (sqlite.org/backup.html) within one read transaction, so it has the state of one commit.
/// In WAL mode it blocks nobody. `VACUUM INTO` would change the rowids of tables that have no key.
package enum SQLiteCopy {
    /// Whether a file belongs to a database beside it, whose copy has its content.
    static func isCompanion(_ path: String) -> Bool {
        ["-wal", "-shm", "-journal"].contains { ending in
            path.hasSuffix(ending) && FileContent.isDatabase(String(path.dropLast(ending.count)))
        }
    }

    /// Copies the database at a path to another path, where an empty file may be.
    static func copy(_ path: String, to target: String, busyTimeout: Duration) throws(BackupError) {
        do throws(SQLFailure) {
            let source = try Connection(path, SQLITE_OPEN_READWRITE)
            defend(source.handle)
            sqlite3_busy_timeout(source.handle, Int32(busyTimeout / .milliseconds(1)))
            sqlite3_exec(source.handle, "PRAGMA query_only = ON", nil, nil, nil)
            let copy = try Connection(target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try SQLStatement(source.handle, "BEGIN").run()
            try SQLStatement(source.handle, "SELECT count(*) FROM sqlite_schema").run()  // begins to read
            guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
                throw SQLFailure(copy.handle)
            }
            let status = sqlite3_backup_step(backup, -1)
            guard sqlite3_backup_finish(backup) == SQLITE_OK, status == SQLITE_DONE else {
                throw SQLFailure(copy.handle)
            }
        } catch {
            throw BackupError(path, error)
        }
    }

    /// The result of a check.
    struct Check {
        /// Whether `PRAGMA integrity_check` ran. It cannot if the schema needs a collation or a function of the
        /// program that has made it.
        var isDone = true
        /// Notes for the operator, a sentence each.
        var notes: [String] = []
    }

    /// Checks a file that nobody writes. Throws if it is damaged.
    static func check(_ path: String) throws(BackupError) -> Check {
        var check = Check()
        do throws(SQLFailure) {
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            let file = try Connection("file:\(escaped)?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            defend(file.handle)
            do throws(SQLFailure) {
                let statement = try SQLStatement(file.handle, "PRAGMA integrity_check(3)")
                var lines: [String] = []
                while try statement.step() { lines.append(statement.text(0) ?? "") }
                guard lines == ["ok"] else {
                    throw SQLFailure(
                        code: SQLITE_CORRUPT, message: "the database is damaged: \(lines.joined(separator: "; "))")
                }
            } catch {
                guard error.code & 0xFF == SQLITE_ERROR else { throw error }
                check.isDone = false
                check.notes.append("It was copied page by page, but integrity_check cannot run: \(error.message).")
            }
            let violations = try SQLStatement(file.handle, "SELECT count(*) FROM pragma_foreign_key_check")
            if check.isDone, try violations.step(), violations.integer(0) > 0 {
                check.notes.append("\(violations.integer(0)) rows violate a foreign key, in the original too.")
            }
        } catch {
            throw BackupError(path, error)
        }
        return check
    }
}

/// An open database, closed with the value.
private struct Connection: ~Copyable {
    let handle: OpaquePointer

    init(_ path: String, _ flags: Int32) throws(SQLFailure) {
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard status == SQLITE_OK, let handle = opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLFailure(opened)
        }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }
}
