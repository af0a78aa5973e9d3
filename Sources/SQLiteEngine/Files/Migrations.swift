import CSQLite
import Dispatch
import Glibc
import Lists
import SQLite
import Tables

/// The migrations of a file's schema. Each runs once, and is identified by its name.
package struct Migrations: Sendable {
    /// The table with the names of the applied migrations.
    static let table = "oriel_migrations"

    private let steps: [(name: String, sql: String)]

    /// Creates migrations in this order, by name.
    package init(_ steps: KeyValuePairs<String, String>) {
        self.steps = steps.map { (name: $0.key, sql: $0.value) }
    }

    /// Applies the pending migrations, all or none, off the loop. A missing file is created in WAL mode, in which
    /// readers and writers do not block each other, and so is its folder. A file without pending migrations is not
    /// written.
    ///
    /// - Parameter isPrivate: Whether only its owner may read a file that is created, from the start.
    package func apply(to path: String, busyTimeout: Duration, isPrivate: Bool) async throws(StoreError) {
        guard !steps.isEmpty else { return }
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(StoreError) in try applyNow(path, busyTimeout, isPrivate) })
            }
        }
        try result.get()
    }

    private func applyNow(_ path: String, _ busyTimeout: Duration, _ isPrivate: Bool) throws(StoreError) {
        // A file without pending migrations is not written, so it need not be writable.
        let isNew = access(path, F_OK) != 0
        if isNew { try DatabaseFile.makeFolder(of: path) }
        if isNew, isPrivate { close(open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)) }
        let connection: SQLConnection
        do throws(SQLFailure) {
            connection = try SQLConnection(
                path, isNew ? .creating : access(path, W_OK) == 0 ? .writing : .reading, busyTimeout: busyTimeout)
        } catch {
            throw error.storeError
        }
        do throws(SQLFailure) {
            guard try !Set(steps.map(\.name)).isSubset(of: done(in: connection.handle)) else { return }
            // On a file system without support for WAL, the mode stays as it is.
            if isNew { try? connection.run("PRAGMA journal_mode = WAL") }
            try connection.run("BEGIN IMMEDIATE")
        } catch {
            throw error.storeError
        }
        do throws(StoreError) {
            try makeRest(in: connection.handle)
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Applies the pending migrations in an open transaction. Another program may have applied some since the check
    /// before it.
    private func makeRest(in connection: OpaquePointer) throws(StoreError) {
        let made: Set<String>
        do throws(SQLFailure) {
            made = try done(in: connection)
            try SQLStatement(
                connection, "CREATE TABLE IF NOT EXISTS \(Self.table) (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"
            ).run()
        } catch {
            throw error.storeError
        }
        for step in steps where !made.contains(step.name) {
            do throws(SQLFailure) {
                try make(step.sql, in: connection)
                try SQLStatement(connection, "INSERT INTO \(Self.table) VALUES (?)").run([.text(step.name)])
            } catch {
                throw .migration(step.name, reason: error.message)
            }
        }
        do throws(SQLFailure) {
            try SQLStatement(connection, "COMMIT").run()
        } catch {
            throw error.storeError
        }
    }

    private func make(_ sql: String, in connection: OpaquePointer) throws(SQLFailure) {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw SQLFailure(connection) }
        guard sqlite3_get_autocommit(connection) == 0 else {
            throw SQLFailure(code: SQLITE_ERROR, message: "it ends the transaction that all migrations share")
        }
    }

    private func done(in connection: OpaquePointer) throws(SQLFailure) -> Set<String> {
        let known = try SQLStatement(
            connection, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(Self.table)'")
        guard try known.step() else { return [] }
        let statement = try SQLStatement(connection, "SELECT name FROM \(Self.table)")
        var names: Set<String> = []
        while try statement.step() { if let name = statement.text(0) { names.insert(name) } }
        return names
    }
}
