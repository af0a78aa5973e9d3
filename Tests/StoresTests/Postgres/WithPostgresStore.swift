import Loop
import Stores
import TestSupport

/// Gives a body a store on a new database created by `sql`.
@SceneActor func withPostgresStore(
    _ sql: String, _ body: @SceneActor (Store, PostgresTestDatabase) async throws -> Void
) async throws {
    let database = try await blocking { try PostgresTestDatabase(sql) }
    let store = try await Store(postgres: database.url)
    try await body(store, database)
    await store.close()
}
