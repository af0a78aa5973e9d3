import Lists
import Loop
import Stores
import TestSupport

/// A database of artists, opened here and changed by another process.
@SceneActor final class Library {
    let store: Store
    let database: Database

    private init(_ database: Database) async throws {
        self.database = database
        var configuration = StoreConfiguration()
        configuration.pollInterval = .milliseconds(100)
        store = try await Store(path: database.path, configuration: configuration)
    }

    /// Gives a body the database, and closes it afterwards.
    static func open(_ body: @SceneActor (Library) async throws -> Void) async throws {
        let sql = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE Artist (
                Id INTEGER PRIMARY KEY, Name TEXT NOT NULL UNIQUE, Born INTEGER, Rating NUMERIC, Photo BLOB, Kind TEXT);
            CREATE TABLE Written (Name TEXT);
            CREATE TRIGGER name AFTER UPDATE OF Name ON Artist BEGIN INSERT INTO Written VALUES ('Name'); END;
            CREATE TRIGGER born AFTER UPDATE OF Born ON Artist BEGIN INSERT INTO Written VALUES ('Born'); END;
            INSERT INTO Artist VALUES (1, 'AC/DC', 1973, 4, x'0102', 'band'), (2, 'Björk', 1965, 4.5, NULL, NULL);
            """
        try await using({ try await Library(blocking { try Database(sql) }) }, close: { await $0.store.close() }, body)
    }
}
