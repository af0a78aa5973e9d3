import CSQLite
import Tables
import TestSupport
import Testing

@testable import SQLite

@Suite(.timeLimit(.minutes(5))) struct TablesReadTests {
    private static let schema = """
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE Track (Id INTEGER PRIMARY KEY, Artist INTEGER, Title TEXT);
        CREATE TABLE Other (Id INTEGER PRIMARY KEY);
        CREATE VIEW Named AS SELECT Title, Name FROM Track JOIN Artist ON Artist.Id = Artist;
        CREATE VIEW Outer AS SELECT Title FROM Named WHERE EXISTS (SELECT 1 FROM Other);
        CREATE VIRTUAL TABLE Words USING fts5(Text);
        CREATE VIRTUAL TABLE OldWords USING fts4(Text);
        CREATE VIRTUAL TABLE Boxes USING rtree(Id, Left, Right);
        """

    private func tables(_ sql: String) throws -> [String]? {
        let database = try Scratch(":memory:", Self.schema)
        return try SQLStatement.reading(database.connection, sql, database.schema()).tables.names
    }

    @Test(arguments: [
        ("SELECT Title FROM Track", ["Track"]), ("SELECT count(*) FROM TRACK;", ["Track"]), ("VALUES (1)", []),
        ("SELECT * FROM Named -- all", ["Artist", "Track"]), ("SELECT 1 FROM \"outer\"", ["Artist", "Other", "Track"]),
        ("WITH a AS (SELECT Id FROM Artist) SELECT Id FROM a ORDER BY 1", ["Artist"]),
        ("SELECT (SELECT max(Id) FROM Other), value FROM json_each('[1]')", ["Other"]),
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n", []),
        ("SELECT row_number() OVER (ORDER BY Title) FROM Track\n;\n", ["Track"]),
    ])
    func theTablesOfAQueryAreFound(_ sql: String, _ expected: [String]) throws {
        #expect(try tables(sql) == expected)
    }

    @Test(arguments: ["Words", "OldWords", "Boxes", "sqlite_sequence", "pragma_table_list"])
    func anyOtherTableMayBeRead(_ table: String) throws {
        let database = try Scratch(
            ":memory:", Self.schema + "CREATE TABLE Counted (Id INTEGER PRIMARY KEY AUTOINCREMENT)")
        let sql = "SELECT * FROM \(table)"
        #expect(try SQLStatement.reading(database.connection, sql, database.schema()).tables == .any)
    }

    @Test(arguments: ["Words", "OldWords", "Boxes"])
    func aNewVirtualTableCanBeRead(_ table: String) throws {
        let file = try Database(Self.schema)
        let schema = try Scratch(file.path).schema()
        let database = try Scratch(file.path)
        #expect(try SQLStatement.reading(database.connection, "SELECT * FROM \(table);", schema).tables == .any)
    }

    @Test(arguments: [
        "DELETE FROM Other", "INSERT INTO Other VALUES (1) RETURNING Id", "PRAGMA user_version = 7",
        "PRAGMA user_version",
        "ATTACH ':memory:' AS a", "BEGIN", "SELECT 1; DELETE FROM Other", "", ";", "-- nothing", "VACUUM",
        "WITH a AS (SELECT 1) DELETE FROM Other", "CREATE TABLE x (y)", "SAVEPOINT s",
        "SELECT 1) ; DELETE FROM Other; (",
    ])
    func whatWritesOrIsNotOneQueryIsRefused(_ sql: String) throws {
        let database = try Scratch(":memory:", Self.schema)
        let schema = try database.schema()
        #expect(throws: SQLFailure.self) { try SQLStatement.reading(database.connection, sql, schema) }
        #expect(try database.rows("PRAGMA user_version") == [[.integer(0)]])
        #expect(sqlite3_get_autocommit(database.connection) != 0)
    }
}
