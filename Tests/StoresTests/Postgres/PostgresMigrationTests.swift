import Lists
import Loop
import Stores
import Tables
import TestSupport
import Testing

/// Migrations of a PostgreSQL database.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct PostgresMigrationTests {
    private static let create = "CREATE TABLE todo (id int PRIMARY KEY, text text); INSERT INTO todo VALUES (1, 'Read')"
    private static let add = "ALTER TABLE todo ADD done boolean NOT NULL DEFAULT false"

    private func database() async throws -> PostgresTestDatabase {
        try await blocking { try PostgresTestDatabase("") }
    }

    /// Opens a store that applies the migrations, and returns the number of columns it has then.
    private func columnCount(_ url: String) async throws -> Int {
        let store = try await Store(postgres: url, migrations: ["create": Self.create, "add": Self.add])
        let count = store.schema.table(named: "todo")?.columns.count
        await store.close()
        return count ?? 0
    }

    @Test func nodesThatStartAtOnceApplyThemOnce() async throws {
        let database = try await database()
        let url = database.url
        async let (one, other, third) = (columnCount(url), columnCount(url), columnCount(url))
        let counts = try await [one, other, third]
        #expect(counts == [3, 3, 3])
        #expect(try await database.run("SELECT * FROM todo") == "1\tRead\tf\n")
        #expect(try await database.run("SELECT name FROM oriel_migrations ORDER BY name") == "add\ncreate\n")
        let published = try await database.run("SELECT tablename FROM pg_publication_tables WHERE tablename = 'todo'")
        #expect(published == "todo\n")
    }

    @Test func aChangedOneIsRefusedOnceItsDigestIsAdopted() async throws {
        let database = try await database()
        _ = try await columnCount(database.url)
        let former = [
            "ALTER TABLE oriel_migrations DROP COLUMN digest", "UPDATE oriel_migrations SET digest = 'sqlite:0'",
        ]
        for sql in former {
            _ = try await database.run(sql)
            _ = try await columnCount(database.url)
            let adopted = "SELECT count(*) FROM oriel_migrations WHERE digest LIKE 'postgres:%'"
            #expect(try await database.run(adopted) == "2\n", "\(sql)")
        }
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store(postgres: database.url, migrations: ["create": Self.create, "add": "SELECT 1"])
        }
        #expect(error == .changedMigration("add"))
    }

    @Test func aMistakeUndoesAllOfThem() async throws {
        let database = try await database()
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store(postgres: database.url, migrations: ["create": Self.create, "wrong": "ALTER TABLE no"])
        }
        #expect(error?.message.contains("wrong") == true, "\(error?.message ?? "")")
        #expect(try await database.run("SELECT to_regclass('todo') IS NULL") == "t\n")
    }
}
