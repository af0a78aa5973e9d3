import Oriel
import OrielTesting

/// An app with the screens of a part of a guide. The blocks of Swift in the guides are parts of these files, word for
/// word: `documents.test.mjs` compares them.
@SceneActor final class Guide: AppCoordinator {
    /// Serves screens over a store with the tables that the guides name.
    static func serve(_ addScreens: @escaping @SceneActor (Guide, Store, TestPlace) throws -> Void) async throws
        -> TestApp
    {
        try await TestApp { place in
            let (guide, store) = (Guide(), try await place.store(migrations: migrations))
            try addScreens(guide, store, place)
            return guide
        }
    }

    /// Gives a body a store with these tables.
    static func withStore(_ body: @escaping @SceneActor (Store, TestPlace) async throws -> Void) async throws {
        _ = try await TestApp { place in
            try await body(try await place.store(migrations: migrations), place)
            return Guide()
        }
    }

    static let migrations: KeyValuePairs = [
        "create": """
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
        INSERT INTO Artist VALUES (1, 'Nina'), (2, 'Joni');
        CREATE TABLE Track (
          Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Album TEXT, Genre TEXT, Seconds INTEGER, Year INTEGER,
          Composer TEXT
        );
        INSERT INTO Track VALUES
          (1, 'Blue', 'Blue', 'Folk', 180, 1971, 'Joni'), (2, 'The Circle Game', 'Ladies', 'Folk', 290, 1970, 'Joni'),
          (3, 'Sinnerman', 'Pastel', 'Jazz', 620, 1965, NULL), (4, 'Carey', 'Blue', 'Folk', 185, 1991, NULL);
        CREATE TABLE Person (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
        INSERT INTO Person VALUES (1, 'Ada');
        CREATE TABLE Ticket (
          Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, State TEXT NOT NULL, Owner INTEGER REFERENCES Person,
          Due TEXT, Price TEXT, Address TEXT
        );
        INSERT INTO Ticket (Id, Title, State, Owner, Due, Price) VALUES
          (1, 'It is dark', 'open', 1, '2026-05-01T00:00:00Z', '0.10'), (2, 'It is cold', 'closed', NULL, NULL, NULL),
          (6, 'It is late', 'open', NULL, NULL, NULL);
        CREATE TABLE Invoice (Id INTEGER PRIMARY KEY, Total REAL NOT NULL);
        INSERT INTO Invoice (Total) VALUES (2.5), (4);
        CREATE TABLE User (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Mail TEXT NOT NULL);
        INSERT INTO User VALUES (7, 'Ada', 'ada@example.com');
        CREATE TABLE Account (Id INTEGER PRIMARY KEY, Balance INTEGER NOT NULL);
        INSERT INTO Account VALUES (1, 10), (2, 0);
        CREATE TABLE Attachment (
          Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL, File TEXT NOT NULL, Name TEXT NOT NULL, Type TEXT NOT NULL,
          Size INTEGER NOT NULL
        );
        """,
        "jobs": Jobs.migration,
    ]
}

/// Changes models on the event loop.
@SceneActor func change(_ body: @SceneActor () -> Void) { body() }
