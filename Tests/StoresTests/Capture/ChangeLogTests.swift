import Changes
import TestSupport
import Testing

@testable import Stores
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct ChangeLogTests {
    /// The log entries of another process's SQL.
    private func logged(_ setUp: String, _ sql: String) async throws -> RowChanges? {
        let database = try await blocking { try Database(setUp) }
        let log = try Logged(database.path)
        try await database.run(sql)
        return try log.read()?.changes
    }

    /// A database with a log.
    private struct Logged {
        let scratch: Scratch
        let log: ChangeLog
        let schema: Schema
        let start: Int64

        init(_ path: String) throws {
            scratch = try Scratch(path)
            schema = try scratch.schema()
            log = ChangeLog(scratch.connection)
            try log.install(schema)
            start = try log.position() ?? -1
        }

        func read() throws -> (changes: RowChanges, position: Int64)? {
            try log.read(since: start, schema)
        }
    }

    private static let t = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, u TEXT UNIQUE COLLATE NOCASE, n INTEGER);
        INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);
        """

    @Test(arguments: [
        ("INSERT INTO t VALUES (10, 'x', 0)", ["10"]), ("UPDATE t SET n = n + 1 WHERE id = 1", ["1"]),
        ("DELETE FROM t WHERE id = 2", ["2"]), ("DELETE FROM t", ["1", "2", "3"]),
        ("REPLACE INTO t VALUES (1, 'z', 0)", ["1"]), ("REPLACE INTO t VALUES (20, 'B', 0)", ["2", "20"]),
        ("UPDATE OR REPLACE t SET u = 'B' WHERE id = 1", ["1", "2"]),
        ("INSERT INTO t VALUES (1, 'q', 0) ON CONFLICT (id) DO UPDATE SET n = 9", ["1"]),
        ("UPDATE t SET id = 100 WHERE id = 1", ["1", "100"]),
        ("UPDATE OR REPLACE t SET id = 2 WHERE id = 1", ["1", "2"]),
        ("INSERT INTO t (u) VALUES ('w')", ["4"]), ("SELECT * FROM t", []), ("BEGIN; DELETE FROM t; ROLLBACK", []),
        ("PRAGMA recursive_triggers = ON; REPLACE INTO t VALUES (20, 'b', 0)", ["2", "20"]),
    ])
    func rowsWithRowIDsAreLoggedByNumber(_ sql: String, _ ids: [String]) async throws {
        #expect(try await logged(Self.t, sql)?.ids("t") == Set(ids))
    }

    @Test(arguments: [
        ("INSERT INTO w VALUES ('z', 5, 3)", ["z,~r5.0"]), ("UPDATE w SET v = 9 WHERE a = 'x'", ["x,~r1.0"]),
        ("UPDATE w SET b = 7 WHERE a = 'x'", ["x,~r1.0", "x,~r7.0"]), ("DELETE FROM w", ["x,~r1.0", "y,~r2.5"]),
        ("REPLACE INTO w VALUES ('q', 9, 1)", ["q,~r9.0", "x,~r1.0"]),
        ("REPLACE INTO w VALUES ('X', 1, 7)", ["X,~r1.0", "x,~r1.0"]),
        ("UPDATE w SET a = 'X' WHERE a = 'x'", ["X,~r1.0", "x,~r1.0"]),
        ("UPDATE w SET a = 'x' || char(0) WHERE a = 'x'", ["x~0,~r1.0", "x,~r1.0"]),
    ])
    func rowsWithoutRowIDsAreLoggedByKey(_ sql: String, _ ids: [String]) async throws {
        let setUp = """
            CREATE TABLE w (a TEXT COLLATE NOCASE, b REAL, v UNIQUE, PRIMARY KEY (a, b)) WITHOUT ROWID;
            INSERT INTO w VALUES ('x', 1, 1), ('y', 2.5, 2);
            """
        #expect(try await logged(setUp, sql)?.ids("w") == Set(ids))
    }

    @Test func rowsAreLoggedByTheirPrimaryKey() async throws {
        let setUp = "CREATE TABLE k (a TEXT PRIMARY KEY, b); INSERT INTO k VALUES ('x', 1), ('y', 3), (NULL, 2);"
        #expect(try await logged(setUp, "UPDATE k SET b = 0 WHERE a NOT NULL")?.ids("k") == ["x", "y"])
        #expect(try await logged(setUp, "REPLACE INTO k (rowid, a) VALUES (2, 'z')")?.ids("k") == ["y", "z"])
        #expect(try await logged(setUp, "UPDATE OR REPLACE k SET rowid = 2 WHERE a = 'x'")?.ids("k") == ["x", "y"])
        #expect(try await logged(setUp, "UPDATE k SET b = 0 WHERE a IS NULL")?["k"] == .unknown)
        let mixed = "CREATE TABLE m (a PRIMARY KEY, b); INSERT INTO m VALUES (1, 1);"
        #expect(try await logged(mixed, "UPDATE m SET a = 1.0")?.ids("m") == ["1", "~r1.0"])
    }

    @Test(arguments: [
        "CREATE TABLE n (a, b, c, d, e, PRIMARY KEY (a, b, c, d, e))", "CREATE TABLE n (rowid, _rowid_, oid, d, e)",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, b, c, d, e); CREATE UNIQUE INDEX i ON n (b) WHERE c",
        "CREATE TABLE n (id INTEGER PRIMARY KEY, b, c, d, e); CREATE UNIQUE INDEX i ON n (lower(b))",
    ])
    func tablesWithoutAKeyAreLoggedAsAWhole(_ setUp: String) async throws {
        for sql in ["REPLACE INTO n VALUES (1, 2, 3, 4, 5)", "UPDATE n SET d = 6", "DELETE FROM n"] {
            let setUp = setUp + "; INSERT INTO n VALUES (1, 2, 3, 4, 5);"
            #expect(try await logged(setUp, sql)?["n"] == .unknown)
        }
    }

    @Test func aDefaultThatReplaceTakesForNullIsNotOverlooked() async throws {
        let setUp =
            "CREATE TABLE t (id INTEGER PRIMARY KEY, u NOT NULL DEFAULT 'd' UNIQUE); INSERT INTO t VALUES (1, 'd');"
        #expect(try await logged(setUp, "REPLACE INTO t VALUES (2, NULL)")?["t"] == .unknown)
        #expect(try await logged(setUp, "REPLACE INTO t (id) VALUES (2)")?.ids("t") == ["1", "2"])
    }

    @Test(arguments: ["\u{e9}", "e\u{301}"]) func similarColumnNamesEvictSeparately(_ column: String) async throws {
        let setUp =
            "CREATE TABLE l (id INTEGER PRIMARY KEY, \u{e9} UNIQUE, e\u{301} UNIQUE); "
            + "INSERT INTO l VALUES (1, 1, 1), (2, 2, 2);"
        #expect(try await logged(setUp, "UPDATE OR REPLACE l SET \(column) = 2 WHERE id = 1")?.ids("l") == ["1", "2"])
    }

    @Test func computedColumnsEvictToo() async throws {
        let setUp =
            "CREATE TABLE g (id INTEGER PRIMARY KEY, a, v AS (a || '!') UNIQUE); INSERT INTO g (a) VALUES ('x'), ('y');"
        #expect(try await logged(setUp, "REPLACE INTO g (id, a) VALUES (7, 'x')")?.ids("g") == ["1", "7"])
        #expect(try await logged(setUp, "UPDATE OR REPLACE g SET a = 'y' WHERE id = 1")?.ids("g") == ["1", "2"])
    }

    @Test func writesOfTriggersCascadesAndViewsAreLogged() async throws {
        let setUp = """
            CREATE TABLE p (id INTEGER PRIMARY KEY, x);
            CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE);
            CREATE TABLE n (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE SET NULL);
            CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, note);
            CREATE VIEW v AS SELECT * FROM p;
            CREATE TRIGGER log AFTER DELETE ON c BEGIN INSERT INTO a (note) VALUES (old.id); END;
            CREATE TRIGGER iv INSTEAD OF INSERT ON v BEGIN INSERT INTO p VALUES (new.id + 70, 0); END;
            INSERT INTO p VALUES (1, 0), (2, 0); INSERT INTO c VALUES (1, 1), (2, 1), (3, 2);
            INSERT INTO n VALUES (4, 1);
            """
        let deleted = try await logged(setUp, "PRAGMA foreign_keys = ON; DELETE FROM p WHERE id = 1")
        #expect(["p", "c", "n", "a"].map { deleted?.ids($0) } == [["1"], ["1", "2"], ["4"], ["1", "2"]])
        #expect(try await logged(setUp, "INSERT INTO v VALUES (7, 0)")?.ids("p") == ["77"])
        let updated = try await logged(setUp, "PRAGMA foreign_keys = ON; UPDATE p SET id = 9 WHERE id = 2")
        #expect(updated?.ids("c") == ["3"])
    }

    @Test func namesOfAnyKindAreQuoted() async throws {
        let setUp = "CREATE TABLE \"a 'b' \"\"c\"\"\" (\"x \"\"y\" TEXT PRIMARY KEY, \"select\" UNIQUE);"
        let sql = "INSERT INTO \"a 'b' \"\"c\"\"\" VALUES ('k', 1); REPLACE INTO \"a 'b' \"\"c\"\"\" VALUES ('l', 1)"
        #expect(try await logged(setUp, sql)?.ids("a 'b' \"c\"") == ["k", "l"])
    }

    @Test func copiedTablesAreLoggedAndShadowTablesAreNot() async throws {
        let setUp = """
            CREATE TABLE s (k PRIMARY KEY, b) WITHOUT ROWID; CREATE TABLE d (k PRIMARY KEY, b) WITHOUT ROWID;
            INSERT INTO s VALUES (1, 2), (3, 4); CREATE VIRTUAL TABLE f USING fts5 (b);
            """
        let changes = try await logged(setUp, "INSERT INTO d SELECT * FROM s; INSERT INTO f VALUES ('word')")
        #expect(changes?.ids("d") == ["1", "3"] && changes?.tables.count == 1)
    }
}
