import Lists
import Loop
import PostgreSQL

extension Store {
    /// Opens a SQLite database, a JSON file if the name ends in `.json`, or the PostgreSQL database at an address. For
    /// the parameters and errors see the other initializers. A JSON file has no migrations.
    package convenience init(
        at url: String, password: String? = nil, configuration: StoreConfiguration = StoreConfiguration(),
        migrations: KeyValuePairs<String, String> = [:]
    ) async throws(StoreError) {
        if PostgresAddress(url) != nil {
            try await self.init(
                postgres: url, password: password, configuration: configuration, migrations: migrations)
        } else if url.lowercased().hasSuffix(".json") {
            guard migrations.isEmpty else { throw .failed("a JSON file has no migrations") }
            try await self.init(json: url, configuration: configuration)
        } else {
            try await self.init(path: url, configuration: configuration, migrations: migrations)
        }
    }
}
