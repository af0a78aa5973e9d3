import CSQLite
import Files
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
            let source = try SQLConnection(path, .writing, busyTimeout: busyTimeout)
            let copy = try SQLConnection(target, .creating)
            try source.run("PRAGMA query_only = ON; BEGIN; SELECT count(*) FROM sqlite_schema")  // begins to read
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
            let file = try SQLConnection(path, .immutable)
            do throws(SQLFailure) {
                let lines = try file.texts("PRAGMA integrity_check(3)")
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
