/// The engines whose databases tests serve.
package enum TestEngine: String, CaseIterable, Sendable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    /// The engine of the running test.
    @TaskLocal package static var current: TestEngine = .sqlite

    /// Returns the value for the current engine.
    package static func choose<Value>(sqlite: Value, postgres: Value) -> Value {
        current == .sqlite ? sqlite : postgres
    }

    /// Creates a database of the current engine by SQL in the dialect of SQLite (``PostgresDialect``). Servers of other
    /// tests run meanwhile.
    package static func makeDatabase(_ sql: String) async throws -> any TestDatabase {
        switch current {
        case .sqlite: return try await blocking { try Database(sql) }
        case .postgres: return try await blocking { try TranslatedDatabase(sql) }
        }
    }
}
