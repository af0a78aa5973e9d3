import ArgumentParser
import Configuration
import PostgreSQL
import Serving

/// The database that a command changes. The default is the setting `store`.
struct DatabaseOptions: ParsableArguments {
    @Argument(
        help: """
            The SQLite file, or the address of a PostgreSQL database (postgres://…). The default is the setting store.
            """)
    var file: String?

    @Option(help: "The settings file, whose setting store names the database.")
    var config: String?

    func validate() throws {
        if file != nil, config != nil { throw ValidationError("Name a database or --config, not both.") }
    }

    /// Returns the path of a SQLite file, or the address of a PostgreSQL database.
    func place() throws -> DatabasePlace {
        let store = try file.map { ServedDatabase(url: $0) } ?? SettingsSource(Settings(), fileAt: config).read().store
        guard let store else {
            throw Failure("No database is named. Name it, or with --config a settings file that has the setting store.")
        }
        return PostgresAddress(store.url, password: store.password).map { .server($0) } ?? .file(store.url)
    }
}

/// A SQLite file, or a PostgreSQL database.
enum DatabasePlace {
    case file(String)
    case server(PostgresAddress)
}
