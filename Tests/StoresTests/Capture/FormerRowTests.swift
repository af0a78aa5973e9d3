import Changes
import Testing

@testable import SQLiteEngine
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct FormerRowTests {
    /// The row before SQL ran, with all requested columns.
    private func former(_ setUp: String, _ sql: String, _ table: String, _ id: String) throws -> FormerRow? {
        let database = try Scratch(":memory:", setUp)
        let schema = try database.schema()
        let capture = Capture(database.connection, schema: schema)
        capture.interests[ExactName(table)] = Set(schema.table(named: table)?.columns.indices ?? 0..<0)
        try database.run(sql)
        return capture.take().former(table, id)
    }

    private func values(_ row: FormerRow?, _ count: Int) -> [SQLValue?] {
        guard case .present(let values)? = row else { return [] }
        return (0..<count).map { values[$0] }
    }

    private static let t = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, r REAL, b);
        INSERT INTO t VALUES (1, 'a', 5, x'00ff'), (2, NULL, 2.5, 3);
        """

    @Test func theFirstTouchOfATransactionCounts() throws {
        let sql = "BEGIN; UPDATE t SET s = 'x'; UPDATE t SET s = 'y', r = 0; DELETE FROM t WHERE id = 1; COMMIT"
        let row = try former(Self.t, sql, "t", "1")
        #expect(values(row, 4) == [.integer(1), .text("a"), .real(5), .blob(Blob([0, 255]))])
        #expect(values(try former(Self.t, sql, "t", "2"), 4) == [.integer(2), .null, .real(2.5), .integer(3)])
    }

    @Test func anInsertedRowWasAbsent() throws {
        #expect(try former(Self.t, "INSERT INTO t (id) VALUES (7); UPDATE t SET s = 1", "t", "7") == .absent)
        #expect(try former(Self.t, "UPDATE t SET id = 7 WHERE id = 1", "t", "7") == .absent)
        #expect(
            values(try former(Self.t, "UPDATE t SET id = 7 WHERE id = 1", "t", "1"), 2) == [.integer(1), .text("a")])
        #expect(
            values(try former(Self.t, "DELETE FROM t; INSERT INTO t (id) VALUES (1)", "t", "1"), 2).last == .text("a"))
    }

    @Test func onlyRequestedColumnsAreKept() throws {
        let database = try Scratch(":memory:", Self.t)
        let capture = Capture(database.connection, schema: try database.schema())
        try database.run("UPDATE t SET s = 'q' WHERE id = 1")
        #expect(capture.take().former("t", "1") == .present(.none))
        capture.interests = [ExactName("t"): [1]]
        try database.run("UPDATE t SET s = 'r' WHERE id = 1")
        let row = capture.take().former("t", "1")
        #expect(values(row, 4) == [nil, .text("q"), nil, nil])
    }

    @Test func aDefaultThatMayReplaceAnOldRowIsUnknown() throws {
        let setUp =
            "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1);"
            + "ALTER TABLE t ADD COLUMN d DEFAULT 'd'; ALTER TABLE t ADD COLUMN e; INSERT INTO t VALUES (2, 'x', 0);"
        #expect(values(try former(setUp, "DELETE FROM t", "t", "1"), 3) == [.integer(1), nil, .null])
        #expect(values(try former(setUp, "DELETE FROM t", "t", "2"), 3) == [.integer(2), .text("x"), .integer(0)])
    }

    @Test func longValuesAreNotKept() throws {
        let row = try former(
            Self.t, "UPDATE t SET s = printf('%2000s', 'x'), b = zeroblob(2000); DELETE FROM t", "t", "1")
        #expect(values(row, 2) == [.integer(1), .text("a")])
        let long = Self.t + "UPDATE t SET s = printf('%2000s', 'x'), b = zeroblob(2000);"
        #expect(values(try former(long, "DELETE FROM t", "t", "1"), 4) == [.integer(1), nil, .real(5), nil])
    }

    @Test func computedColumnsAreKeptIfTheyAreStored() throws {
        let setUp =
            "CREATE TABLE g (v AS (a || 'v'), a, z TEXT, s AS (a || 's') STORED, e);"
            + "INSERT INTO g (a, z, e) VALUES ('A', 'Z', 1);"
        #expect(
            values(try former(setUp, "UPDATE g SET a = 'B'", "g", "1"), 5)
                == [nil, .text("A"), .text("Z"), .text("As"), .integer(1)])
    }

    @Test func columnsBehindAVirtualColumnAreExactOrUnknown() throws {
        let setUp =
            "CREATE TABLE g (v AS (a || 'v'), a, id INTEGER PRIMARY KEY, s AS (a || 's') STORED, z TEXT);"
            + "INSERT INTO g (a, id, z) VALUES ('A', 10, 'Z');"
        #expect(
            values(try former(setUp, "UPDATE g SET id = 11", "g", "10"), 5)
                == [nil, .text("A"), nil, nil, .text("Z")])
        #expect(try former(setUp, "UPDATE g SET id = 11", "g", "11") == .absent)
        let keyed = "CREATE TABLE k (v AS (a || 'v'), a, k, z TEXT, PRIMARY KEY (z, k))"
        let rows = "; INSERT INTO k (a, k, z) VALUES ('A', 'K', 'Z');"
        for table in [keyed, keyed + " WITHOUT ROWID"] {
            let sql = "UPDATE k SET k = 'L'"
            #expect(values(try former(table + rows, sql, "k", "Z,K"), 4) == [nil, .text("A"), .text("K"), .text("Z")])
            #expect(try former(table + rows, sql, "k", "Z,L") == .absent)
        }
    }

    @Test func aNumberThatMayHaveBecomeARealIsUnknown() throws {
        let setUp =
            "CREATE TABLE x (a REAL, n, k TEXT PRIMARY KEY, m REAL) WITHOUT ROWID;"
            + "INSERT INTO x VALUES (5, 3, 'k', 7), (6, 'n', 'l', 8.5);"
        // Stored as k, a, n, m: k is at the table's a, and n at k.
        #expect(
            values(try former(setUp, "DELETE FROM x", "x", "k"), 4) == [.real(5), .integer(3), .text("k"), .real(7)])
        let shifted = "CREATE TABLE x (a REAL, k INTEGER PRIMARY KEY) WITHOUT ROWID; INSERT INTO x VALUES (5, 7);"
        let database = try Scratch(":memory:", shifted)
        let capture = Capture(database.connection, schema: try database.schema())
        try database.run("UPDATE x SET a = 6")
        #expect(capture.take()["x"] == .unknown)
    }
}
