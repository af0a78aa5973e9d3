import Dispatch
import Lists
import PostgreSQL

/// The migrations of a database's schema. Each runs once, and is identified by its name.
package struct PostgresMigrations: Sendable {
    private let steps: [(name: String, sql: String)]

    /// Creates migrations in this order, by name.
    package init(_ steps: KeyValuePairs<String, String>) {
        self.steps = steps.map { (name: $0.key, sql: $0.value) }
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
        guard try !pending(connection).isEmpty else { return }
        try run(
            """
            BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(7163506);
            CREATE TABLE IF NOT EXISTS oriel_migrations (name text PRIMARY KEY)
            """, on: connection)
        for step in try pending(connection) {
            do throws(PostgresFailure) {
                _ = try connection.runScript(step.sql)
                _ = try connection.run("INSERT INTO oriel_migrations VALUES ($1)", [step.name])
            } catch {
                throw .migration(step.name, reason: "\(error)")
            }
        }
        try run("COMMIT", on: connection)
        let publication = try Publication(address)
        if try publication.isMine() { _ = try publication.attach() }
    }

    private func pending(_ connection: PostgresConnection) throws(StoreError) -> [(name: String, sql: String)] {
        let done = try StoreError.from { () throws(PostgresFailure) in
            guard try connection.run("SELECT 1 WHERE to_regclass('oriel_migrations') IS NOT NULL").count == 1 else {
                return Set<String>()
            }
            let rows = try connection.run("SELECT name FROM oriel_migrations")
            return Set((0..<rows.count).compactMap { rows.text($0, 0) })
        }
        return steps.filter { !done.contains($0.name) }
    }

    private func run(_ script: String, on connection: PostgresConnection) throws(StoreError) {
        try StoreError.from { () throws(PostgresFailure) in _ = try connection.runScript(script) }
    }
}
