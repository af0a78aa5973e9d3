import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct IndexCommandTests {
    private static let sql = #"""
        CREATE TABLE "a song" (id INTEGER PRIMARY KEY, name TEXT, "by ""who""" TEXT, n INTEGER);
        INSERT INTO "a song" VALUES (1, 'Back in Black', 'Young', 1), (2, 'Blackbird', 'McCartney', 2);
        CREATE TABLE w (k TEXT PRIMARY KEY); CREATE TABLE n (id INTEGER PRIMARY KEY, n);
        CREATE VIEW v AS SELECT * FROM n;
        """#

    @Test func anIndexIsCreatedOnceAndRemovedCompletely() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let path = database.path
        let before = try await database.run(".schema")
        let made = try await Program.run("index", path, "a song")
        #expect(made.output == "\(path): a song_fts indexes the words of name, by \"who\", with 3 triggers.\n")
        let again = try await Program.run("index", path, "a song")
        #expect(again.output.contains("already indexes"))
        let other = try await Program.run("index", path, "a song", "name")
        #expect(other.status == 1 && other.errors.contains("A different a song_fts already exists"))
        let found = try await database.run(
            """
            INSERT INTO "a song" VALUES (3, 'Paint It', 'x', 3); UPDATE "a song" SET name = 'Red' WHERE id = 1;
            DELETE FROM "a song" WHERE id = 2; SELECT rowid FROM "a song_fts"
            WHERE "a song_fts" MATCH 'red OR paint OR black*';
            INSERT INTO "a song_fts" ("a song_fts", rank) VALUES ('integrity-check', 1);
            """)
        #expect(found == "1\n3\n")
        let removed = try await Program.run("index", "--remove", path, "a song")
        #expect(removed.output == "\(path): Removed a song_fts and its 3 triggers.\n")
        #expect(try await database.run(".schema") == before)
        let nothing = try await Program.run("index", "--remove", path, "a song")
        #expect(nothing.status == 0 && nothing.output == "\(path): a song_fts does not exist.\n")
    }

    @Test(arguments: [
        (["no"], "Unknown table: \"no\". The database has: a song, n, w."), (["w"], "w has no INTEGER PRIMARY KEY"),
        (["v"], "v has no INTEGER PRIMARY KEY"), (["n"], "n has no text column. Name the columns to index."),
        (["n", "x"], "Unknown column: \"x\". n has: id, n."), (["n", "n", "n"], "SQLite cannot change the index: "),
    ])
    func refusesWhatCannotBeIndexedWithAReason(_ arguments: [String], _ sentence: String) async throws {
        let database = try await blocking { try Database(Self.sql) }
        let before = try await database.run(".schema")
        let ending = try await Program.run(["index", database.path] + arguments)
        #expect(ending.status == 1 && ending.lines.count == 1 && ending.errors.contains(sentence), "\(ending.errors)")
        #expect(try await database.run(".schema") == before)
    }

    @Test func aForeignIndexIsNotRemoved() async throws {
        let theirs = "CREATE VIRTUAL TABLE n_fts USING fts5(n, content='n', content_rowid='id');"
        let database = try await blocking { try Database(Self.sql + theirs) }
        let made = try await Program.run("index", database.path, "n", "n")
        #expect(made.status == 1 && made.errors.contains("A different n_fts already exists"))
        let removed = try await Program.run("index", "--remove", database.path, "n")
        #expect(removed.status == 1 && removed.errors.contains("so it was not removed"))
    }

    @Test func anOpenListUsesANewIndex() async throws {
        try await withServer(Self.sql) { server in
            func show(
                _ query: String, _ rows: JSON, _ comment: Comment? = nil, at line: SourceLocation = #_sourceLocation
            ) async throws {
                let document = try await server.http.get("/a%20song?" + query).json
                #expect(document["sections"]?[0]?["rows"] == rows, comment ?? "\(document)", sourceLocation: line)
            }
            try await show("search=lack", ["1", "2"])
            #expect(try await Program.run("index", server.database.path, "a song").status == 0)
            try await show("search=lack", [], "words are found, not parts of them")
            try await show("search=black", ["1", "2"])
            let inserted = try await server.http.post("/a%20song:insert", ["name": "All Black"])
            #expect(try inserted.json["result"]?["row"] == "3")
            try await show("search=black", ["1", "2", "3"])
            #expect(try await Program.run("index", "--remove", server.database.path, "a song").status == 0)
            try await show("search=lack", ["1", "2", "3"])
        }
    }
}
