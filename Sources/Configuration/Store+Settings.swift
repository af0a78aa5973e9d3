import Lists
import Loop
import SQLiteEngine
import Serving
import Stores
import Tables

extension StoreConfiguration {
    /// The settings for a database.
    package init(_ settings: Settings) {
        self.init()
        isReadOnly = settings.readOnly
        synchronous = Synchronous(rawValue: settings.synchronous.rawValue) ?? .full
        busyTimeout = settings.busyTimeout
        listLimit = settings.listLimit
        orderMemory = settings.orderMemory
        queryTimeout = settings.queryTimeout
        writeTimeout = settings.writeTimeout
        spoolLimit = settings.spoolLimit
        spoolTotal = settings.spoolTotal
        budget.valueLimit = settings.valueLimit
    }
}

extension Store {
    /// Opens the database of the settings, with their limits: that of the setting `store`, or else a SQLite file.
    ///
    ///     await Oriel.run { settings in
    ///         Music(try await Store(settings, path: "data/music.sqlite", migrations: Music.migrations))
    ///     }
    ///
    /// - Parameters:
    ///   - path: The SQLite file that is opened where the settings name no database.
    ///   - migrations: As for ``init(path:configuration:migrations:)``. They are for SQLite and PostgreSQL alike, or in
    ///     the SQL of the database that is used.
    /// - Throws: ``StoreError``, as the other initializers.
    public convenience init(
        _ settings: Settings, path: String, migrations: KeyValuePairs<String, String> = [:]
    ) async throws(StoreError) {
        settings.app.recordUse(of: "store")
        DatabaseMemory.limit(to: settings.databaseMemory)
        let database = settings.store ?? ServedDatabase(url: path)
        try await self.init(
            at: database.url, password: database.password, configuration: StoreConfiguration(settings),
            migrations: migrations)
    }
}
