import Lists
import PostgreSQL
import PostgresEngine

extension Store {
    /// Connects to a PostgreSQL database. Close the store after use.
    ///
    ///     let store = try await Store(postgres: "postgres://app@db.example/shop", password: password)
    ///
    /// Lists, rows and commands work as on a SQLite file. In a database that `oriel attach` has prepared, lists follow
    /// each commit of any program. Otherwise the database is asked every `pollInterval`.
    ///
    /// - Parameters:
    ///   - url: The address, as libpq reads it (postgresql.org/docs/current/libpq-connect.html, section 34.1.1.2).
    ///   - password: The password, if neither the address nor libpq's password file has it.
    ///   - migrations: SQL by name that creates or changes the schema, as for ``init(path:configuration:migrations:)``.
    ///     Nodes that start at once apply them once.
    /// - Throws: Why the database cannot be used, or ``StoreError/migration(_:reason:)``.
    public convenience init(
        postgres url: String, password: String? = nil, configuration: StoreConfiguration = StoreConfiguration(),
        migrations: KeyValuePairs<String, String> = [:]
    ) async throws(StoreError) {
        guard let address = PostgresAddress(url, password: password) else {
            throw .server("the address does not begin with postgres://")
        }
        try await PostgresMigrations(migrations).apply(to: address)
        try await self.init(PostgresDatabase(address, configuration: configuration), configuration)
    }
}
