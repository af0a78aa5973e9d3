import CSQLite
import Changes
import Tables
import Testing

@testable import SQLite
@testable import SQLiteEngine

@Suite(.timeLimit(.minutes(5))) struct CaptureTests {
    /// Runs SQL with a capture that keeps all old values.
    private func touched(_ setUp: String, _ sql: String) throws -> RowChanges {
        let database = try Scratch(":memory:", setUp)
        let schema = try database.schema()
        let capture = Capture(database.connection, schema: schema)
        for table in schema.tables { capture.interests[ExactName(table.name)] = Set(table.columns.indices) }
        try database.run(sql)
        return capture.take()
    }

    private static let t = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, u TEXT UNIQUE, n INTEGER);
        INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3);
        """

    @Test(arguments: [
        ("INSERT INTO t VALUES (10, 'x', 0)", ["10"]), ("UPDATE t SET n = n + 1 WHERE id = 1", ["1"]),
        ("DELETE FROM t WHERE id = 2", ["2"]), ("DELETE FROM t", ["1", "2", "3"]),
        ("REPLACE INTO t VALUES (1, 'z', 0)", ["1"]), ("REPLACE INTO t VALUES (20, 'b', 0)", ["2", "20"]),
        ("UPDATE OR REPLACE t SET u = 'b' WHERE id = 1", ["1", "2"]),
        ("INSERT INTO t VALUES (1, 'q', 0) ON CONFLICT (id) DO UPDATE SET n = 9", ["1"]),
        ("UPDATE t SET id = 100 WHERE id = 1", ["1", "100"]),
        ("UPDATE OR REPLACE t SET id = 2 WHERE id = 1", ["1", "2"]),
        ("SELECT * FROM t", []), ("CREATE TEMP TABLE t2 (a); INSERT INTO t2 VALUES (1)", []),
    ])
    func rowsWithRowIDsAreCapturedByNumber(_ sql: String, _ ids: [String]) throws {
        #expect(try touched(Self.t, sql).ids("t") == Set(ids))
    }

    @Test(arguments: [
        ("INSERT INTO w VALUES ('z', 5.0, 3)", ["z,~r5.0"]), ("INSERT INTO w VALUES ('z', 5, 3)", ["z,~r5.0"]),
        ("UPDATE w SET v = 9 WHERE a = 'x'", ["x,~r1.0"]),
        ("UPDATE w SET b = 7 WHERE a = 'x'", ["x,~r1.0", "x,~r7.0"]),
        ("UPDATE w SET a = 8 WHERE a = 'x'", ["x,~r1.0", "8,~r1.0"]), ("DELETE FROM w", ["x,~r1.0", "y,~r2.5"]),
        ("REPLACE INTO w VALUES ('q', 9, 1)", ["q,~r9.0", "x,~r1.0"]),
    ])
    func rowsWithoutRowIDsAreCapturedByKey(_ sql: String, _ ids: [String]) throws {
        let setUp = """
            CREATE TABLE w (a TEXT, b REAL, v UNIQUE, PRIMARY KEY (a, b)) WITHOUT ROWID;
            INSERT INTO w VALUES ('x', 1, 1), ('y', 2.5, 2);
            """
        #expect(try touched(setUp, sql).ids("w") == Set(ids))
    }

    @Test func rowsAreCapturedByTheirPrimaryKey() throws {
        let setUp = "CREATE TABLE k (a TEXT PRIMARY KEY, b); INSERT INTO k VALUES ('x', 1), (NULL, 2), ('y,~', 3);"
        #expect(try touched(setUp, "UPDATE k SET b = b + 1").ids("k") == ["x", "~i2", "y~c~~"])
        #expect(try touched(setUp, "UPDATE k SET a = 'n' WHERE a IS NULL").ids("k") == ["~i2", "n"])
        #expect(try touched(setUp, "REPLACE INTO k VALUES ('x', 5)").ids("k") == ["x"])
    }

    @Test func tablesWithoutAKeyAreCapturedAsAWhole() throws {
        let setUp = "CREATE TABLE n (rowid, _rowid_, oid); CREATE TABLE m (rowid, _rowid_, oid);"
        let changes = try touched(setUp, "INSERT INTO n VALUES (1, 2, 3)")
        #expect(changes["n"] == .unknown && changes["m"] == nil)
    }

    @Test func writesOfTriggersCascadesAndViewsAreCaptured() throws {
        let setUp = """
            PRAGMA foreign_keys = ON;
            CREATE TABLE p (id INTEGER PRIMARY KEY, x);
            CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE);
            CREATE TABLE n (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE SET NULL);
            CREATE TABLE a (id INTEGER PRIMARY KEY, note);
            CREATE VIEW v AS SELECT * FROM p;
            CREATE TRIGGER log AFTER DELETE ON c BEGIN INSERT INTO a (note) VALUES (old.id); END;
            CREATE TRIGGER iv INSTEAD OF INSERT ON v BEGIN INSERT INTO p VALUES (new.id + 70, 0); END;
            INSERT INTO p VALUES (1, 0), (2, 0); INSERT INTO c VALUES (1, 1), (2, 1), (3, 2);
            INSERT INTO n VALUES (4, 1);
            """
        let deleted = try touched(setUp, "DELETE FROM p WHERE id = 1")
        #expect(["p", "c", "n", "a"].map { deleted.ids($0) } == [["1"], ["1", "2"], ["4"], ["1", "2"]])
        #expect(try touched(setUp, "INSERT INTO v VALUES (7, 0)").ids("p") == ["77"])
        #expect(try touched(setUp, "UPDATE p SET id = 9 WHERE id = 2").ids("c") == ["3"])
    }

    @Test func copiedTablesFullTextTablesAndOpenBlobsAreCaptured() throws {
        let setUp = """
            CREATE TABLE s (id INTEGER PRIMARY KEY, b); CREATE TABLE d (id INTEGER PRIMARY KEY, b);
            CREATE TABLE sw (k PRIMARY KEY, b) WITHOUT ROWID; CREATE TABLE dw (k PRIMARY KEY, b) WITHOUT ROWID;
            INSERT INTO s VALUES (1, zeroblob(4)), (2, 0); INSERT INTO sw SELECT * FROM s;
            CREATE VIRTUAL TABLE f USING fts5 (b);
            """
        let copied = try touched(setUp, "INSERT INTO d SELECT * FROM s; INSERT INTO dw SELECT * FROM sw")
        #expect(copied.ids("d") == ["1", "2"] && copied.ids("dw") == ["1", "2"])
        #expect(try !touched(setUp, "INSERT INTO f VALUES ('word')").isEmpty)

        let database = try Scratch(":memory:", setUp)
        let capture = Capture(database.connection, schema: try database.schema())
        var blob: OpaquePointer?
        #expect(sqlite3_blob_open(database.connection, "main", "s", "b", 1, 1, &blob) == SQLITE_OK)
        #expect(sqlite3_blob_write(blob, "x", 1, 0) == SQLITE_OK)
        sqlite3_blob_close(blob)
        #expect(capture.take().ids("s") == ["1"])
    }

    @Test func aTableMissingFromTheSchemaIsUnknown() throws {
        let database = try Scratch(":memory:", "CREATE TABLE old (id INTEGER PRIMARY KEY, a)")
        let capture = Capture(database.connection, schema: try database.schema())
        try database.run("CREATE TABLE new (id INTEGER PRIMARY KEY); INSERT INTO new VALUES (1)")
        try database.run("ALTER TABLE old ADD COLUMN b; INSERT INTO old VALUES (1, 2, 3)")
        let changes = capture.take()
        #expect(changes["new"] == .unknown && changes["old"] == .unknown)
        capture.use(try database.schema())
        try database.run("INSERT INTO new VALUES (2)")
        #expect(capture.take().ids("new") == ["2"])
    }

    @Test func takingAndDiscardingEmptyTheCapture() throws {
        let database = try Scratch(":memory:", Self.t)
        let capture = Capture(database.connection, schema: try database.schema())
        try database.run("UPDATE t SET n = 0 WHERE id = 1")
        #expect(capture.take().ids("t") == ["1"])
        #expect(capture.take().isEmpty)
        try database.run("BEGIN; UPDATE t SET n = 0; ROLLBACK")
        capture.discard()
        #expect(capture.take().isEmpty)
    }

    @Test func moreRowsThanTheLimitAreUnknown() throws {
        let many =
            "WITH RECURSIVE c (x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < \(CapturedTable.limit + 1))"
        let changes = try touched(
            "CREATE TABLE t (id INTEGER PRIMARY KEY); CREATE TABLE s (id INTEGER PRIMARY KEY)",
            "INSERT INTO s VALUES (1); \(many) INSERT INTO t SELECT x FROM c")
        #expect(changes["t"] == .unknown && changes.ids("s") == ["1"])
    }

    @Test func recordsOfCommandsAreNoChanges() throws {
        let database = try Scratch(":memory:", Self.t)
        let schema = try database.schema()
        let log = ChangeLog(database.connection)
        try log.install(schema)
        let position = try #require(try log.position())
        let capture = Capture(database.connection, schema: schema)
        try SQLStatement(database.connection, CommandTable.insert).run([.text("k"), .integer(1), .null])
        try SQLStatement(database.connection, CommandTable.cut).run()
        #expect(capture.take().isEmpty)
        #expect(try log.read(since: position, schema)?.changes.isEmpty == true)
    }
}
