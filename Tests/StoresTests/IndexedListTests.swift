import DataSources
import JSON
import Loop
import Stores
import TestSupport
import Testing

/// Lists selected by a full-text index stay current, for any row ids and any writer of the index.
@Suite(.timeLimit(.minutes(5))) struct IndexedListTests {
    /// A table with an index that triggers keep, and a table that changes the index alone.
    private static func schema(key: String, index: String) -> String {
        """
        PRAGMA journal_mode = WAL;
        CREATE TABLE t (k \(key), s TEXT);
        CREATE VIRTUAL TABLE t_fts USING fts5(s, content='t'\(index));
        CREATE TRIGGER t_in AFTER INSERT ON t BEGIN INSERT INTO t_fts (rowid, s) VALUES (NEW.rowid, NEW.s); END;
        CREATE TRIGGER t_out AFTER DELETE ON t BEGIN
          INSERT INTO t_fts (t_fts, rowid, s) VALUES ('delete', OLD.rowid, OLD.s); END;
        CREATE TRIGGER t_new AFTER UPDATE ON t BEGIN
          INSERT INTO t_fts (t_fts, rowid, s) VALUES ('delete', OLD.rowid, OLD.s);
          INSERT INTO t_fts (rowid, s) VALUES (NEW.rowid, NEW.s); END;
        CREATE TABLE word (r INTEGER, s TEXT);
        CREATE TRIGGER word_in AFTER INSERT ON word BEGIN INSERT INTO t_fts (rowid, s) VALUES (NEW.r, NEW.s); END;
        INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');

        """
    }

    @Test(arguments: [
        ("INTEGER PRIMARY KEY", ""), ("INTEGER PRIMARY KEY", ", content_rowid='k'"),
        ("INTEGER PRIMARY KEY", ", columnsize=0"), ("TEXT PRIMARY KEY", ""), ("TEXT PRIMARY KEY", ", columnsize=0"),
        ("INTEGER", ""),
    ])
    @SceneActor func aListFollowsItsIndex(key: String, index: String) async throws {
        let database = try await blocking { try Database(Self.schema(key: key, index: index)) }
        let store = try await Store(path: database.path)
        let shown = Shown(store.list("t", search: "t") { $0["s"] as String? ?? "" })
        try await until("the list is read") { shown.items == ["two", "three"] }
        _ = try await store.write(.insert(table: "t", values: ["k": key.hasPrefix("TEXT") ? "4" : 4, "s": "ten"]))
        try await until("our row has come") { shown.items == ["two", "three", "ten"] }
        _ = try await store.write(.insert(table: "word", values: ["r": 1, "s": "tone"]))
        try await until("our entry has brought a row") { shown.items == ["one", "two", "three", "ten"] }
        try await database.run("UPDATE t SET s = 'none' WHERE k = 2; INSERT INTO t VALUES (5, 'twelve')")
        try await until("theirs have come and gone") { shown.items == ["one", "three", "ten", "twelve"] }
        try await database.run("INSERT INTO word VALUES (2, 'tune')")
        try await until("their entry has brought a row") {
            shown.items == ["one", "none", "three", "ten", "twelve"]
        }
        _ = try await store.write(.delete(table: "t", id: "3"))
        try await until("our row has gone") { shown.items == ["one", "none", "ten", "twelve"] }
        await store.close()
    }

    @Test @SceneActor func aViewIsSearchedByItsIndex() async throws {
        let sql = """
            CREATE TABLE a (id INTEGER PRIMARY KEY, s TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY, s TEXT);
            INSERT INTO a VALUES (1, 'one'), (2, 'two'); INSERT INTO b VALUES (1, 'uno'), (2, 'dos');
            CREATE VIEW v AS SELECT a.id, a.s || ' ' || b.s AS s FROM a JOIN b USING (id);
            CREATE VIRTUAL TABLE v_fts USING fts5(s, content='v', content_rowid='id');
            INSERT INTO v_fts (v_fts) VALUES ('rebuild');
            """
        let database = try await blocking { try Database(sql) }
        let store = try await Store(path: database.path)
        let shown = Shown(store.list("v", search: "uno") { $0["s"] as String? ?? "" })
        try await until("the view is read") { shown.items == ["one uno"] }
        let parts = Shown(store.list("v", search: "wo") { $0["s"] as String? ?? "" })
        try await until("words are found, not parts") { parts.isRead && parts.items.isEmpty }
        try await database.run("INSERT INTO v_fts (rowid, s) VALUES (2, 'uno')")
        try await until("an entry brings a row") { shown.items == ["one uno", "two dos"] }
        await store.close()
    }
}
