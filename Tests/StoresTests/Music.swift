import Loop
import Observation
import Stores
import TestSupport

/// A database of a test's own, opened here and changed by another process.
@SceneActor final class Music {
    let store: Store
    let database: Database

    nonisolated static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL UNIQUE, Born INTEGER, Photo BLOB);
        CREATE TABLE Track (Artist INTEGER REFERENCES Artist, Number INTEGER, Title TEXT, PRIMARY KEY (Artist, Number))
            WITHOUT ROWID;
        INSERT INTO Artist VALUES (1, 'AC/DC', 1973, NULL), (2, 'Björk', 1965, zeroblob(1000)), (3, 'Can', 1968, NULL);
        INSERT INTO Track VALUES (1, 1, 'TNT'), (1, 2, 'High Voltage'), (2, 1, 'Jóga');
        """

    private init(_ database: Database) async throws {
        self.database = database
        var configuration = StoreConfiguration()
        configuration.pollInterval = .milliseconds(100)
        store = try await Store(path: database.path, configuration: configuration)
    }

    /// Gives a body the database, and closes it afterwards.
    static func open(_ more: String = "", _ body: @SceneActor (Music) async throws -> Void) async throws {
        try await using(
            { try await Music(blocking { try Database(sql + more) }) }, close: { await $0.store.close() }, body)
    }
}

/// The reported changes, in order.
@Observable @SceneActor final class Told<Element> {
    var all: [Element] = []
}
