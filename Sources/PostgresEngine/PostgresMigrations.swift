import Dispatch
import Lists
import PostgreSQL

/// The migrations of a database's schema. Each runs once, and is identified by its name.
package struct PostgresMigrations: Sendable {
    private let steps: [Migration]

    /// Creates migrations in this order, by name.
    package init(_ steps: KeyValuePairs<String, String>) {
        self.steps = steps.map { Migration($0.key, $0.value, in: "postgres") }
    }

    /// Applies the pending migrations in one transaction, off the loop: all or none. Nodes that start at once wait for
    /// each other. If the database is published, so are the new tables.
    package func apply(to address: PostgresAddress) async throws(StoreError) {
        guard !steps.isEmpty else { return }
        let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(StoreError) in try applyNow(to: address) })
            }
        }
        try result.get()
    }

    private func applyNow(to address: PostgresAddress) throws(StoreError) {
        let connection = try StoreError.from { () throws(PostgresFailure) in try PostgresConnection(address) }
        let known = try applied(connection)
        guard try !steps.unrecorded(in: known).isEmpty else { return }
        do throws(StoreError) {
            try makeRest(connection)
        } catch {
            // Digests that cannot be recorded now are recorded by a later start.
            if steps.contains(where: { known[$0.name] == nil }) { throw error }
            return
        }
        try AttachedDatabase(address).attachAgain()
    }

    private func makeRest(_ connection: PostgresConnection) throws(StoreError) {
        try run(
            """
            BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(7163506);
            CREATE TABLE IF NOT EXISTS oriel_migrations (name text PRIMARY KEY, digest text);
            ALTER TABLE oriel_migrations ADD COLUMN IF NOT EXISTS digest text
            """, on: connection)
        let known = try applied(connection)
        for step in try steps.unrecorded(in: known) {
            do throws(PostgresFailure) {
                if known[step.name] == nil { _ = try connection.runScript(step.sql) }
                _ = try connection.run(
                    """
                    INSERT INTO oriel_migrations (name, digest) VALUES ($1, $2)
                    ON CONFLICT (name) DO UPDATE SET digest = excluded.digest
                    """, [step.name, step.digest])
            } catch {
                throw .migration(step.name, reason: "\(error)")
            }
        }
        try run("COMMIT", on: connection)
    }

    /// Returns the recorded digests of the applied migrations, by name; an empty text for none.
    private func applied(_ connection: PostgresConnection) throws(StoreError) -> [String: String] {
        try StoreError.from { () throws(PostgresFailure) in
            guard try connection.run("SELECT 1 WHERE to_regclass('oriel_migrations') IS NOT NULL").count == 1 else {
                return [:]
            }
            // A table of a former version has no such column.
            let rows = try connection.run("SELECT name, to_jsonb(m) ->> 'digest' FROM oriel_migrations m")
            let names = (0..<rows.count).map { (rows.text($0, 0) ?? "", rows.text($0, 1) ?? "") }
            return Dictionary(names) { first, _ in first }
        }
    }

    private func run(_ script: String, on connection: PostgresConnection) throws(StoreError) {
        try StoreError.from { () throws(PostgresFailure) in _ = try connection.runScript(script) }
    }
}
