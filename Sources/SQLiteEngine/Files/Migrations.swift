import CSQLite
import Dispatch
import Glibc
import Lists
import SQLite
import Tables

/// The migrations of a file's schema. Each runs once, and is identified by its name.
package struct Migrations: Sendable {
    /// The table with the names and the digests of the applied migrations.
    static let table = "oriel_migrations"

    private let steps: [Migration]

    /// Creates migrations in this order, by name.
    package init(_ steps: KeyValuePairs<String, String>) {
        self.steps = steps.map { Migration($0.key, $0.value, in: "sqlite") }
    }

    /// Applies the pending migrations, all or none, off the loop. A missing file is created in WAL mode, in which
    /// readers and writers do not block each other, and so is its folder. A file that records all migrations is not
    /// written.
    ///
    /// - Parameter isPrivate: Whether only its owner may read a file that is created, from the start.
    /// - Throws: Also if an applied migration has changed.
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
        // A file that records all migrations is not written, so it need not be writable.
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
        let known: [String: String]
        do throws(SQLFailure) { known = try applied(in: connection) } catch { throw error.storeError }
        guard try !steps.unrecorded(in: known).isEmpty else { return }
        do throws(StoreError) {
            // On a file system without support for WAL, the mode stays as it is.
            if isNew { try? connection.run("PRAGMA journal_mode = WAL") }
            try makeRest(in: connection)
        } catch {
            connection.rollBack()
            // Digests that cannot be recorded now are recorded by a later start.
            if steps.contains(where: { known[$0.name] == nil }) { throw error }
        }
    }

    /// Applies the pending migrations in a transaction, and records all. Another program may have applied some since
    /// the check before it.
    private func makeRest(in connection: borrowing SQLConnection) throws(StoreError) {
        let known: [String: String]
        do throws(SQLFailure) {
            try connection.run("BEGIN IMMEDIATE")
            known = try applied(in: connection)
            try connection.run(
                "CREATE TABLE IF NOT EXISTS \(Self.table) (name TEXT NOT NULL PRIMARY KEY, digest TEXT) WITHOUT ROWID")
            if try !columns(in: connection).contains("digest") {
                try connection.run("ALTER TABLE \(Self.table) ADD COLUMN digest TEXT")
            }
        } catch {
            throw error.storeError
        }
        for step in try steps.unrecorded(in: known) {
            do throws(SQLFailure) {
                if known[step.name] == nil { try make(step.sql, in: connection.handle) }
                try SQLStatement(connection.handle, "REPLACE INTO \(Self.table) (name, digest) VALUES (?, ?)")
                    .run([.text(step.name), .text(step.digest)])
            } catch {
                throw .migration(step.name, reason: error.message)
            }
        }
        do throws(SQLFailure) { try connection.run("COMMIT") } catch { throw error.storeError }
    }

    private func make(_ sql: String, in connection: OpaquePointer) throws(SQLFailure) {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw SQLFailure(connection) }
        guard sqlite3_get_autocommit(connection) == 0 else {
            throw SQLFailure(code: SQLITE_ERROR, message: "it ends the transaction that all migrations share")
        }
    }

    /// Returns the recorded digests of the applied migrations, by name; an empty text for none.
    private func applied(in connection: borrowing SQLConnection) throws(SQLFailure) -> [String: String] {
        let columns = try columns(in: connection)
        guard !columns.isEmpty else { return [:] }
        let digest = columns.contains("digest") ? "digest" : "NULL"
        let statement = try SQLStatement(connection.handle, "SELECT name, \(digest) FROM \(Self.table)")
        var applied: [String: String] = [:]
        while try statement.step() { if let name = statement.text(0) { applied[name] = statement.text(1) ?? "" } }
        return applied
    }

    private func columns(in connection: borrowing SQLConnection) throws(SQLFailure) -> [String] {
        try connection.texts("SELECT name FROM pragma_table_info('\(Self.table)')")
    }
}
