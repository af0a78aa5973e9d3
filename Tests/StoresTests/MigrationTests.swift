import Foundation
import JSON
import Lists
import Loop
import SQLite
import Stores
import Tables
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @SceneActor struct MigrationTests {
    private static let create = "CREATE TABLE Todo (Text TEXT); INSERT INTO Todo VALUES ('Read');"
    private static let add = "ALTER TABLE Todo ADD COLUMN IsDone BOOLEAN NOT NULL DEFAULT 0"

    /// Opens a store at a path of its own, and closes it when `body` is done.
    private func open(
        _ path: String, _ migrations: KeyValuePairs<String, String>, _ body: (Store) async throws -> Void = { _ in }
    ) async throws {
        let store = try await Store(path: path, migrations: migrations)
        let result: Result<Void, any Error>
        do { result = .success(try await body(store)) } catch { result = .failure(error) }
        await store.close()
        try result.get()
    }

    private func database(_ sql: String = "CREATE TABLE Other (Id INTEGER);") async throws -> Database {
        try await blocking { try Database(sql) }
    }

    @Test func aMissingFileIsCreatedWithItsTables() async throws {
        let database = try await database()
        let path = database.folder + "/new.sqlite"
        try await open(path, ["create": Self.create, "done": Self.add]) { store in
            #expect(store.schema.table(named: "Todo")?.columns.map(\.name) == ["Text", "IsDone"])
            try await store.write(.insert(table: "Todo", values: ["Text": "Write"]))
        }
    }

    @Test func aNewFileIsInWALModeAndItsFolderIsCreated() async throws {
        let database = try await database()
        let path = database.folder + "/data/todos/new.sqlite"
        try await open(path, ["create": Self.create])
        let mode = try await Database.run("PRAGMA journal_mode;", at: path)
        #expect(mode == "wal\n")
        try await open(database.path, ["create": Self.create])
        #expect(try await database.run("PRAGMA journal_mode") == "delete\n")
    }

    @Test func namesAFolderThatCannotBeCreated() async throws {
        let database = try await database()
        let error = await #expect(throws: StoreError.self) {
            try await open(database.path + "/data/new.sqlite", ["create": Self.create])
        }
        #expect(error?.message.contains("\(database.path)/data") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Create it, or choose another path.") == true)
    }

    @Test func eachIsRunOnceInOrderAndTheFileIsNotWrittenToAgain() async throws {
        let database = try await database()
        try await open(database.path, ["create": Self.create])
        try await open(database.path, ["create": Self.create, "done": Self.add])
        let found = try await database.run("SELECT Text, IsDone FROM Todo; SELECT name FROM oriel_migrations;")
        #expect(found == "Read|0\ncreate\ndone\n")
        let before = try Data(contentsOf: URL(filePath: database.path))
        try await open(database.path, ["create": Self.create, "done": Self.add])
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
    }

    @Test(arguments: ["CREATE TABEL Todo", "INSERT INTO Nothing VALUES (1)", "COMMIT", "ROLLBACK; BEGIN; COMMIT"])
    func aFailedMigrationUndoesAllAndIsNamed(_ sql: String) async throws {
        let database = try await database()
        let error = await #expect(throws: StoreError.self) {
            try await open(database.path, ["create": Self.create, "second": sql])
        }
        guard case .migration("second", _) = error else { throw ClientError("\(String(describing: error))") }
        #expect(error?.message.contains("\"second\"") == true)
        guard sql.hasPrefix("CREATE") || sql.hasPrefix("INSERT") else { return }
        #expect(try await database.run("SELECT name FROM sqlite_schema") == "Other\n")
    }

    @Test func aChangedMigrationIsRefusedAndNamed() async throws {
        let database = try await database()
        try await open(database.path, ["create": Self.create])
        let error = await #expect(throws: StoreError.self) {
            try await open(database.path, ["create": Self.create + " ", "done": Self.add])
        }
        #expect(error == .changedMigration("create") && error?.code == "migration-changed")
        #expect(error?.message.contains("\"create\" was changed") == true)
        try await open(database.path, ["create": Self.create, "done": Self.add])
    }

    @Test func aDatabaseWithoutDigestsAdoptsThem() async throws {
        let database = try await database(
            Self.create + "CREATE TABLE oriel_migrations (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;"
                + "INSERT INTO oriel_migrations VALUES ('create');")
        try await open(database.path, ["create": Self.create])
        #expect(try await database.run("SELECT count(*), count(digest) FROM oriel_migrations") == "1|1\n")
        await #expect(throws: StoreError.changedMigration("create")) { try await open(database.path, ["create": ""]) }
        #expect(try await database.run("SELECT count(*) FROM Todo") == "1\n")
    }

    @Test func aLockDoesNotPreventAStartWithoutPendingMigrations() async throws {
        let database = try await database(
            "CREATE TABLE oriel_migrations (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;"
                + "INSERT INTO oriel_migrations VALUES ('create');")
        var configuration = StoreConfiguration()
        configuration.busyTimeout = .zero
        let writer = try SQLConnection(database.path, .writing)
        try writer.run("BEGIN IMMEDIATE")
        let store = try await Store(
            path: database.path, configuration: configuration, migrations: ["create": Self.create])
        await store.close()
        try writer.run("COMMIT")
    }

    @Test func withoutMigrationsNoFileIsCreated() async throws {
        let database = try await database()
        let path = database.folder + "/new.sqlite"
        await #expect(throws: StoreError.missing) { try await open(path, [:]) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func concurrentStartsRunEachMigrationOnce() async throws {
        let database = try await database()
        let path = database.path
        let openings = (0..<4).map { _ in
            Task { try await Store(path: path, migrations: ["create": Self.create, "done": Self.add]).close() }
        }
        for opening in openings { try await opening.value }
        #expect(try await database.run("SELECT count(*) FROM Todo") == "1\n")
    }
}
