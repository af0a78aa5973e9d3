import Foundation
import TestSupport
import Testing

/// `oriel copy`: a SQLite database in PostgreSQL.
@Suite(.timeLimit(.minutes(5))) struct CopyCommandTests {
    private static let schema = """
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT NOT NULL DEFAULT 'it''s', Since DATE, Live BOOLEAN,
            Fee DECIMAL(10, 2), Score REAL, Changed DATETIME DEFAULT CURRENT_TIMESTAMP, Photo BLOB, Notes JSON,
            Any, Odd INTEGER);
        CREATE TABLE Album (A INT, B TEXT COLLATE NOCASE, Artist INTEGER REFERENCES Artist ON DELETE CASCADE,
            Missing INTEGER REFERENCES Artist(Id), Twice INT GENERATED ALWAYS AS (A * 2) STORED, PRIMARY KEY (A, B),
            UNIQUE (Artist, A));
        CREATE TABLE Loose (X, Y);
        CREATE INDEX ByName ON Artist (Name, Score DESC);
        CREATE INDEX Some ON Artist (Name) WHERE Live;
        CREATE VIEW Names AS SELECT Name FROM Artist;
        CREATE TRIGGER Guard AFTER INSERT ON Loose BEGIN SELECT 1; END;
        INSERT INTO Artist VALUES
            (7, 'Tab\there', '2024-02-29', 1, 9.99, 0.1, '2024-02-29 12:00:00', x'00ff', '{"a": 1}', 5, 1),
            (9, 'back\\slash', NULL, 0, 3, -1e300, '2024-03-01T08:30', NULL, '[]', 'text', 'odd'),
            (12, '', '0999-01-01', NULL, NULL, 9e999, NULL, x'', NULL, 1.5, NULL);
        INSERT INTO Album (A, B, Artist, Missing) VALUES (1, 'x', 7, 7), (2, 'y', 9, 99), (3, 'z', NULL, NULL);
        INSERT INTO Loose VALUES (9007199254740993, 1), (0.5, 1);
        """

    /// Runs `oriel copy` on new databases.
    private func copied(
        _ sql: String, into schema: String = "SELECT 1"
    ) async throws -> (database: PostgresTestDatabase, ending: Program.Ending) {
        let file = try await blocking { try Database(sql) }
        let database = try await blocking { try PostgresTestDatabase(schema, isPublished: false) }
        return (database, try await Program.run("copy", file.path, database.url))
    }

    @Test func everyValueArrivesWithATypeThatCanHaveIt() async throws {
        let (database, ending) = try await copied(Self.schema)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("Copied 8 rows of 3 tables"))
        for line in [
            "Artist.Live: BOOLEAN -> boolean", "Artist.Since: DATE -> date", "Artist.Fee: DECIMAL(10, 2) -> numeric",
            "Artist.Changed: DATETIME -> timestamp", "Artist.Notes: JSON -> jsonb", "Artist.Any: no type -> text",
            "Artist.Odd is declared INTEGER. Its values are text.", "Loose has no primary key.",
            "Album.B has the collation NOCASE.", "Album.Twice is computed.", "Names is a view.",
            "The index Some is partial", "The trigger Guard of Loose is not copied.",
            "The foreign key Album (Missing) has rows without a parent.",
        ] { #expect(ending.output.contains(line), "\(line) in \(ending.output)") }
        let rows = try await database.run(#"SELECT * FROM "Artist" ORDER BY 1"#)
        #expect(
            rows == """
                7\tTab\there\t2024-02-29\tt\t9.99\t0.1\t2024-02-29 12:00:00\t\\x00ff\t{"a": 1}\t5\t1
                9\tback\\slash\t\tf\t3\t-1e+300\t2024-03-01 08:30:00\t\t[]\ttext\todd
                12\t\t0999-01-01\t\t\tInfinity\t\t\\x\t\t1.5\t

                """)
        #expect(try await database.run(#"SELECT "X" FROM "Loose" ORDER BY 1"#) == "0.5\n9007199254740993\n")
        #expect(try await database.run(#"SELECT "Twice" FROM "Album" ORDER BY 1"#) == "2\n4\n6\n")
    }

    /// A program that writes meanwhile changes two tables in each commit. The copy has both as of one commit.
    @Test func aCopyHasTheStateOfOneCommit() async throws {
        let file = try await blocking {
            try Database(
                """
                PRAGMA journal_mode = WAL;
                CREATE TABLE A (Id INTEGER PRIMARY KEY, N INT);
                CREATE TABLE B (Id INTEGER PRIMARY KEY, N INT);
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                INSERT INTO A SELECT i, 0 FROM n;
                INSERT INTO B SELECT Id, 0 FROM A;
                """)
        }
        let database = try await blocking { try PostgresTestDatabase("SELECT 1", isPublished: false) }
        let writer = Task {
            while !Task.isCancelled {
                try await file.run(
                    "BEGIN; UPDATE A SET N = N + 1 WHERE Id = 20000; UPDATE B SET N = N + 1 WHERE Id = 1; COMMIT")
            }
        }
        let ending = try await Program.run("copy", file.path, database.url)
        writer.cancel()
        _ = await writer.result
        #expect(ending.status == 0, "\(ending.errors)")
        let copied = try await database.run(#"SELECT sum("N") FROM "A" UNION SELECT sum("N") FROM "B""#)
        #expect(copied.split(separator: "\n").count == 1, "\(copied)")
        #expect(try await file.run("SELECT N > 0 FROM B WHERE Id = 1") == "1\n")
    }

    @Test func keysNumbersDefaultsAndReferencesGoOn() async throws {
        let (database, ending) = try await copied(Self.schema)
        #expect(ending.status == 0, "\(ending.errors)")
        try await database.run(#"INSERT INTO "Artist" ("Score") VALUES (1)"#)
        let new = try await database.run(
            #"SELECT "Id", "Name", "Changed" > '2024-03-02' FROM "Artist" WHERE "Score" = 1"#)
        #expect(new == "13\tit's\tt\n")
        for wrong in [
            #"INSERT INTO "Album" ("A", "B", "Artist") VALUES (1, 'x', 7)"#,
            #"INSERT INTO "Album" ("A", "B", "Missing") VALUES (4, 'x', 98)"#,
            #"INSERT INTO "Artist" ("Id") VALUES (7)"#,
        ] { await #expect(throws: (any Error).self) { try await database.run(wrong) } }
        try await database.run(#"DELETE FROM "Artist" WHERE "Id" = 9"#)
        #expect(try await database.run(#"SELECT count(*) FROM "Album""#) == "2\n")
        let indexes = try await database.run(
            "SELECT indexdef FROM pg_indexes WHERE indexname = 'ByName'")
        #expect(indexes.contains(#"("Name", "Score" DESC)"#))
    }

    @Test func aDefaultInParenthesesIsCopied() async throws {
        let (database, ending) = try await copied(
            "CREATE TABLE T (Id INTEGER PRIMARY KEY, A INT DEFAULT (5), B INT DEFAULT ((-3)), C TEXT DEFAULT (('x')))")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try await database.run(#"INSERT INTO "T" DEFAULT VALUES RETURNING "A", "B", "C""#) == "5\t-3\tx\n")
    }

    @Test func aCopyFollowsTheSameLists() async throws {
        let file = try await blocking { try Database(Self.schema) }
        let database = try await blocking { try PostgresTestDatabase("SELECT 1", isPublished: false) }
        #expect(try await Program.run("copy", file.path, database.url).status == 0)
        #expect(try await Program.run("attach", database.url).status == 0)
        let program = try Program(["serve", database.url, "--port", "0"])
        let port = try #require(try await program.port())
        let events = try await EventClient(port: port, "/Artist?sort=-Name")
        _ = try await events.next()
        try await database.run(#"UPDATE "Artist" SET "Name" = 'zebra' WHERE "Id" = 12"#)
        #expect(try await events.receive().contains("zebra"))
        try program.signal(SIGTERM)
        _ = try await program.end()
    }

    @Test(arguments: [
        ("CREATE TABLE A (Id INTEGER PRIMARY KEY, T TEXT); INSERT INTO A VALUES (1, 'a' || char(0) || 'b')", "NUL"),
        ("CREATE TABLE A (Id INTEGER PRIMARY KEY, T TEXT); INSERT INTO A VALUES (1, CAST(x'ff' AS TEXT))", "UTF-8"),
        ("CREATE TABLE A (\(String(repeating: "n", count: 64)) INT)", "63 bytes"),
        ("CREATE TABLE A (Id INTEGER PRIMARY KEY); CREATE TABLE B (X INT)", "already exists; copy into an empty"),
    ])
    func aFailureLeavesNothing(sql: String, reason: String) async throws {
        let (database, ending) = try await copied(sql, into: #"CREATE TABLE "B" ("X" int)"#)
        #expect(ending.status == 1)
        #expect(ending.errors.contains(reason), "\(ending.errors)")
        let count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        #expect(try await database.run(count) == "1\n")
    }

    @Test func theSQLCanBePrinted() async throws {
        let file = try await blocking { try Database(Self.schema) }
        let printed = try await Program.run("copy", "--print", file.path)
        #expect(
            printed.output.contains("CREATE TABLE \"Artist\" (\n    \"Id\" bigint GENERATED BY DEFAULT AS IDENTITY"))
        let database = try await blocking { try PostgresTestDatabase(printed.output, isPublished: false) }
        #expect(try await database.run(#"SELECT count(*) FROM "Artist""#) == "0\n")
        let wrong = try await Program.run("copy", file.path, "shop.sqlite")
        #expect(wrong.errors.contains("Give the address of a PostgreSQL database"))
    }
}
