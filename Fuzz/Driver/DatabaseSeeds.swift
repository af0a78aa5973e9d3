import TestSupport

/// Small databases of many kinds, with hostile additions.
enum DatabaseSeeds {
    /// SQL that creates a database.
    static let all: [String] = [
        """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, born DATE, alive BOOLEAN);
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist ON DELETE CASCADE,
        price DECIMAL(5,2),
            cover BLOB, long AS (title || '!' || coalesce(price, '')), kept AS (length(title)) STORED);
        CREATE INDEX by_title ON album (title DESC); CREATE UNIQUE INDEX by_lower ON artist (lower(name));
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO artist SELECT i, 'artist ' || i, '2001-02-03', i % 2 FROM n;
        INSERT INTO album (title, artist, price, cover) SELECT 'album ' || id, id, id / 3.0, zeroblob(id * 3)
        FROM artist;
        """,
        """
        CREATE TABLE pair (a TEXT COLLATE NOCASE, b REAL, n, PRIMARY KEY (a, b DESC)) WITHOUT ROWID;
        CREATE TABLE code (k TEXT PRIMARY KEY, v ANY UNIQUE) STRICT; CREATE TABLE none (x, y);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO pair SELECT 'key ' || i / 3, i, x'00' || i FROM n;
        INSERT INTO code SELECT a || b, n FROM pair; INSERT INTO none SELECT a, b FROM pair;
        """,
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
        CREATE VIRTUAL TABLE words USING fts5 (title, body, content = 'note', content_rowid = 'id');
        CREATE TRIGGER note_ai AFTER INSERT ON note BEGIN
            INSERT INTO words (rowid, title, body) VALUES (new.id, new.title, new.body); END;
        CREATE TRIGGER note_ad AFTER DELETE ON note BEGIN
            INSERT INTO words (words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body); END;
        CREATE VIRTUAL TABLE own USING fts5 (text); CREATE VIRTUAL TABLE area USING rtree (id, low, high);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
        INSERT INTO note SELECT i, 'a word ' || i, 'and more words than ' || i FROM n;
        INSERT INTO own SELECT body FROM note; INSERT INTO area SELECT id, id, id + 5 FROM note;
        """,
        """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT CHECK (text <> 'bad'), n INTEGER DEFAULT 7);
        CREATE TABLE trace (entry, what);
        CREATE TRIGGER again AFTER INSERT ON entry WHEN new.n > 0 BEGIN
            INSERT INTO trace VALUES (new.id, 'insert'); UPDATE entry SET n = n - 1 WHERE id = new.id; END;
        CREATE TRIGGER refused BEFORE DELETE ON entry WHEN old.id = 2 BEGIN SELECT RAISE(ROLLBACK, 'not this one'); END;
        CREATE VIEW both AS SELECT e.id, e.text, t.what FROM entry e LEFT JOIN trace t ON t.entry = e.id;
        CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
        CREATE VIEW large AS SELECT zeroblob(90000000) AS b, hex(zeroblob(1000000)) AS t;
        CREATE VIEW gone AS SELECT * FROM missing;
        CREATE VIEW some AS SELECT random() AS r, json_extract('[1]', '$[0]') AS j FROM entry;
        INSERT INTO entry (text) VALUES ('one'), ('two'), ('three');
        """,
        """
        PRAGMA journal_mode = WAL; CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT, at REAL);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO log SELECT i, printf('%030d', i), i / 7.0 FROM n;
        PRAGMA wal_checkpoint; UPDATE log SET text = text || id; DELETE FROM log WHERE id % 7 = 0;
        CREATE INDEX by_text ON log (text);
        CREATE TABLE _oriel_log (seq INTEGER PRIMARY KEY, tbl TEXT, k0, k1, k2, k3);
        INSERT INTO _oriel_log (seq) VALUES (9223372036854775806);
        """,
    ]

    /// Hostile changes of a database, as far as SQLite permits them.
    private static let hostile = [
        "UPDATE sqlite_master SET rootpage = rootpage + 1 WHERE type = 'table'",
        "UPDATE sqlite_master SET rootpage = 1 WHERE type = 'index'",
        "UPDATE sqlite_master SET rootpage = 99999 WHERE rowid = 1",
        "UPDATE sqlite_master SET sql = replace(sql, 'INTEGER PRIMARY KEY', 'TEXT PRIMARY KEY')",
        "UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'INTEGER') WHERE type = 'table'",
        "UPDATE sqlite_master SET sql = sql || ' WITHOUT ROWID' WHERE type = 'table'",
        "UPDATE sqlite_master SET sql = replace(sql, ')', ', extra DEFAULT 5)') WHERE rowid = 1",
        "UPDATE sqlite_master SET sql = replace(sql, 'NOCASE', 'MISSING')",
        "DELETE FROM sqlite_master WHERE type = 'index'",
        "UPDATE sqlite_master SET tbl_name = name, type = 'view' WHERE rowid = 2",
        """
        INSERT INTO sqlite_master SELECT 'trigger', 'more', name, 0,
        'CREATE TRIGGER more AFTER INSERT ON ' || name || ' BEGIN
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n; END'
        FROM sqlite_master LIMIT 1
        """,
        "CREATE VIEW twice AS SELECT rowid AS id, * FROM log UNION ALL SELECT rowid, * FROM log",
        "CREATE VIEW wide AS SELECT 1 AS \"\", 2 AS \"a.b\", 3 AS \"A\", 4 AS \"a\", 5 AS \"~\", 6 AS \"x:csv\"",
        "CREATE TABLE \"a/b:c,d~\" (\"\" TEXT PRIMARY KEY, \" \" INT); "
            + "INSERT INTO \"a/b:c,d~\" VALUES (char(0) || 'x', 9e999)",
        "CREATE VIRTUAL TABLE repeated USING fts5 (t, content = 'repeats', content_rowid = 'i')",
        "CREATE VIEW repeats AS SELECT 1 AS i, 'one' AS t UNION ALL SELECT 1, 'two' "
            + "UNION ALL SELECT -9223372036854775808, 'x'",
        "PRAGMA user_version = -1; PRAGMA application_id = -1", "PRAGMA schema_version = 2147483647",
        "CREATE TABLE ends (id INTEGER PRIMARY KEY, n); "
            + "INSERT INTO ends VALUES (9223372036854775807, 1e308), (-9223372036854775808, 0)",
        "CREATE VIEW deep AS SELECT * FROM deeper; CREATE VIEW deeper AS SELECT * FROM deep",
        "PRAGMA encoding = 'UTF-16be'",
    ]

    /// SQL that another program runs while the database is served.
    static let foreign = [
        "UPDATE entry SET text = text || 'x'", "DELETE FROM artist WHERE id % 3 = 0",
        "INSERT INTO note (title) VALUES ('a new word')",
        "INSERT INTO pair VALUES ('new', random(), 1)", "UPDATE log SET at = at + 1", "VACUUM", "REINDEX",
        "ALTER TABLE album ADD COLUMN more TEXT DEFAULT 'm'", "DROP TABLE trace",
        "CREATE TABLE come (id INTEGER PRIMARY KEY)",
        "INSERT INTO _oriel_log (seq) VALUES (9223372036854775807)", "UPDATE sqlite_master SET rootpage = 2",
        "DELETE FROM code", "INSERT INTO words (words) VALUES ('rebuild')", "PRAGMA wal_checkpoint(TRUNCATE)",
    ]

    /// A database, hostile in up to three ways.
    static func image(_ random: inout SeededGenerator, in folder: String) throws -> DatabaseImage {
        let ways = Int.random(in: 0...3, using: &random)
        return try DatabaseImage(
            all.randomElement(using: &random) ?? "",
            then: (0..<ways).map { _ in hostile.randomElement(using: &random) ?? "" }, in: folder)
    }
}
