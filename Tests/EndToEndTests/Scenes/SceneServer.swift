import Foundation
import JSON
import Loop
import Serving
import TestSupport

/// Declared scenes, served from files.
enum SceneServer {
    /// The tables of the tests.
    static let sql = """
        CREATE TABLE Team (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL);
        CREATE TABLE User (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, IsActive INTEGER NOT NULL DEFAULT 1);
        CREATE TABLE Ticket (
            Id INTEGER PRIMARY KEY, Title TEXT NOT NULL, Note TEXT, State TEXT NOT NULL DEFAULT 'new',
            Priority INTEGER NOT NULL DEFAULT 2, Owner INTEGER REFERENCES User, Team INTEGER REFERENCES Team,
            Due TEXT, Cost INTEGER);
        CREATE TABLE Event (Id INTEGER PRIMARY KEY, Ticket INTEGER NOT NULL REFERENCES Ticket, Text TEXT NOT NULL);
        INSERT INTO Team VALUES (1, 'North'), (2, 'South');
        INSERT INTO User VALUES (1, 'Ada', 1), (2, 'Bob', 1), (3, 'Cy', 0);
        INSERT INTO Ticket VALUES
            (1, 'Lamp', 'n1', 'new', 3, NULL, 1, '2026-01-10', 5), (2, 'Door', 'n2', 'open', 1, 1, 1, '2026-02-10', 7),
            (3, 'Roof', 'n3', 'open', 2, 2, 2, '2026-02-20', 9), (4, 'Gate', 'n4', 'closed', 2, 1, 2, NULL, 11);
        INSERT INTO Event VALUES (1, 2, 'called');
        """

    /// Gives a body a server of the tables with the scenes of one file. `files` are further files of the folder.
    static func run(
        _ scenes: String, rules: String? = nil, files: [String: String] = [:], at clock: AppClock = AppClock(),
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await using(
            {
                let database = try await TestEngine.makeDatabase(sql)
                try write(scenes, in: database)
                for (name, text) in files {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: database.folder + "/scenes/" + name))
                }
                let access = try rules.map { try database.write(rules: $0) }
                return try await TestServer(database, at: clock) { settings in
                    settings.scenes = database.folder + "/scenes"
                    settings.access = access
                }
            }, close: { await $0.stop() }, body)
    }

    /// Writes the file of scenes.
    static func write(_ scenes: String, in database: any TestDatabase) throws {
        let folder = database.folder + "/scenes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(scenes.utf8).write(to: URL(fileURLWithPath: folder + "/desk.yaml"), options: .atomic)
    }
}

extension TestServer {
    /// Returns what a query of another process prints, without the end of its last line.
    nonisolated func read(_ sql: String) async throws -> String {
        try await database.run(sql).trimmingCharacters(in: .newlines)
    }

    /// Runs a command by POST.
    nonisolated func run(_ command: String, _ arguments: JSON, as principal: String? = nil) async throws -> HTTPAnswer {
        try await HTTPClient(port: port).post(command, arguments, Self.headers(principal))
    }
}
