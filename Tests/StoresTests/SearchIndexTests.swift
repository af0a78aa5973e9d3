import DataSources
import Loop
import Stores
import Tables
import TestSupport
import Testing

private let songs = #"""
    CREATE TABLE song (id INTEGER PRIMARY KEY, name TEXT, "by ""who""" TEXT, note TEXT);
    INSERT INTO song VALUES (1, 'Back in Black', 'Young, A.', 'black'), (2, 'Paint It, Black', 'Jagger', NULL),
      (3, 'Blackbird', 'McCartney', 'a bird'), (4, 'Für Élise', 'Ludwig', 'rock''n''roll'),
      (5, 'Don''t "stop"', 'x', '??');

    """#
private let index = #"""
    CREATE VIRTUAL TABLE song_words USING fts5(name, "by ""who""", note UNINDEXED, content=[song], content_rowid="id");
    INSERT INTO song_words (song_words) VALUES ('rebuild');
    """#

@Suite(.timeLimit(.minutes(5))) struct SearchIndexTests {
    @SceneActor private static func found(
        _ sql: String, search: String = "", where filters: [Filter] = []
    ) async throws -> [String] {
        let database = try await blocking { try Database(sql) }
        let store = try await Store(path: database.path)
        let shown = Shown(store.list("song", where: filters, search: search) { $0 })
        try await until("the list is read") { shown.isRead }
        await store.close()
        return shown.items.map(\.id)
    }

    @Test(arguments: [
        ("black", ["1", "2", "3"]), ("black in", ["1"]), ("it, black", ["2"]), ("elise", ["4"]), ("FÜR éli", ["4"]),
        ("bird", []), ("young", ["1"]), ("young back", ["1"]), ("a.", ["1"]), ("jag paint", []), ("jag", ["2"]),
        ("\"stop\"", ["5"]), ("don't", ["5"]), ("don't & stop", ["5"]), ("NOT", []), ("name:black", []),
        ("black*", ["1", "2", "3"]),
        ("a\0b", ["1"]), ("black AND (", []),
    ])
    func anIndexFindsWordsAndTheBeginningOfTheLast(_ text: String, _ rows: [String]) async throws {
        #expect(try await Self.found(songs + index, search: text) == rows, "\(text)")
    }

    @Test func aTextWithoutWordsIsFoundLiterally() async throws {
        #expect(try await Self.found(songs + index, search: "??") == ["5"])
        #expect(try await Self.found(songs + index, search: ",") == ["1", "2"])
    }

    @Test func aSearchInColumnsUsesTheIndexIfItHasThem() async throws {
        let columns = { (names: [String], text: String) async throws in
            try await Self.found(songs + index, where: [.search(text, in: names)])
        }
        #expect(try await columns(["by \"who\""], "young a") == ["1"])
        #expect(try await columns(["by \"who\""], "black") == [])
        #expect(try await columns(["name", "by \"who\""], "black you") == ["1"])
        #expect(try await columns(["note"], "rd") == ["3"])
        #expect(try await columns(["note", "name"], "black") == ["1", "2", "3"])
        #expect(try await columns(["name"], "lack") == [])
    }

    @Test(arguments: [
        "CREATE VIRTUAL TABLE w USING fts5(name, content='song', content_rowid='id', tokenize='trigram');",
        "CREATE VIRTUAL TABLE w USING FTS5 (name,content = \"SONG\" , columnsize=0, "
            + "tokenize = \"trigram case_sensitive 0\");",
    ])
    func aTrigramIndexIsUsedFromThreeCharactersOn(_ index: String) async throws {
        let sql = songs + index + "INSERT INTO w (w) VALUES ('rebuild');"
        #expect(try await Self.found(sql, search: "lack") == ["1", "2", "3"])
        #expect(try await Self.found(sql, search: "oung") == [], "the index has the name only")
        #expect(try await Self.found(sql, search: "ou") == ["1"], "too short for the index")
    }

    @Test(arguments: [
        "CREATE VIRTUAL TABLE w USING fts5(name, content='other');",
        "CREATE VIRTUAL TABLE w USING fts5(name, content='song', detail=none);",
        "CREATE VIRTUAL TABLE w USING fts5(name, content='song', content_rowid='no');",
        "CREATE VIRTUAL TABLE song_fts USING fts5(name);",
        "CREATE VIRTUAL TABLE song_fts USING fts4(name, content='song');",
    ])
    func foreignIndexesAreNotUsed(_ index: String) async throws {
        #expect(try await Self.found(songs + index, search: "lack") == ["1", "2", "3"])
    }

    @Test func anIndexThatIsNamedAfterItsTableBelongsToIt() async throws {
        let sql =
            songs + """
                CREATE VIRTUAL TABLE song_fts USING fts5(name, content='', content_rowid='id');
                INSERT INTO song_fts (rowid, name) VALUES (3, 'word');
                """
        #expect(try await Self.found(sql, search: "wor") == ["3"])
    }

    @Test func filtersAreCombined() async throws {
        let filters = { (filters: [Filter]) async throws in try await Self.found(songs + index, where: filters) }
        #expect(try await filters([.any([.equal("id", 5), .contains("name", "BLACK")])]) == ["1", "2", "3", "5"])
        #expect(try await filters([.any([.startsWith("name", "b"), .search("elis")])]) == ["1", "3", "4"])
        #expect(try await filters([.any([]), .equal("id", 1)]) == [])
        #expect(try await filters([.all([]), .equal("id", 1)]) == ["1"])
        #expect(
            try await filters([.any([.all([.range("id", 2...), .range("id", ...3)]), .equal("id", 5)])]) == [
                "2", "3", "5",
            ])
        #expect(try await filters([.startsWith("name", "%"), .startsWith("name", "_")]) == [])
    }

    @Test @SceneActor func aDamagedIndexIsTheProblemOfItsListsAlone() async throws {
        let broken = "UPDATE song_words_data SET block = x'00' WHERE id > 10;"
        let database = try await blocking { try Database(songs + index + broken) }
        let store = try await Store(path: database.path)
        let shown = Shown(store.list("song", search: "black") { $0 })
        try await until("the list fails") { shown.problem != nil }
        #expect(shown.problem?.code == "query-failed")
        #expect(store.problem == nil)
        await store.close()
    }
}
