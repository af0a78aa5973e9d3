import CSQLite
import Changes
import TestSupport
import Testing

@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

@Suite(.timeLimit(.minutes(5))) struct KeyWriterTests {
    /// A key of three columns with different affinities in a table of odd values, with row ids and without.
    private static let tables = [
        "CREATE TABLE t (x, a, b TEXT, c INTEGER, PRIMARY KEY (a, b, c))",
        "CREATE TABLE t (x, a, b TEXT, c INTEGER, PRIMARY KEY (a, b, c)) WITHOUT ROWID",
    ]

    @Test(arguments: tables) func aWrittenNameIsTheIDOfTheRow(sql: String) throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        defer { sqlite3_close(connection) }
        let database = try #require(connection)
        try SQLStatement(database, sql).run()
        var values = OddValues(random: SeededGenerator.announced("aWrittenNameIsTheIDOfTheRow"))
        let plain: [SQLValue] = [
            .integer(.min), .integer(.max), .integer(0), .text("."), .text(".."), .text("12"), .text("-"), .text("1-2"),
            .text("a,b"), .text("~"), .text("é"), .text("e\u{301}"), .text(""), .real(2), .null, .text("007"),
        ]
        let insertion = try SQLStatement(database, "INSERT OR IGNORE INTO t VALUES (0, ?, ?, ?)")
        for value in plain { try? insertion.run([value, .text("b"), .integer(1)]) }
        for _ in 0..<2_000 { try? insertion.run(values.row(3)) }
        let schema = try SchemaReader(connection: database, isReadOnly: true).read()
        let table = try #require(schema.table(named: "t"))
        let locator = RowLocator(table: table)
        var writer = KeyWriter(table)
        let columns = (["x"] + locator.keyColumns).joined(separator: ", ")
        let statement = try SQLStatement(database, "SELECT \(columns) FROM t")
        var names: Set<String> = []
        while try statement.step() {
            let name = writer.name(of: statement.row, from: 1).text
            #expect(name == locator.id(Array(statement.values.dropFirst())))
            names.insert(name)
        }
        #expect(names.count > 200)
    }

    @Test func aKeyOfOneColumnMayBeTwoDots() throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        defer { sqlite3_close(connection) }
        let database = try #require(connection)
        try SQLStatement(database, "CREATE TABLE t (a TEXT PRIMARY KEY)").run()
        for text in [".", "..", "...", ""] { try SQLStatement(database, "INSERT INTO t VALUES (?)").run([.text(text)]) }
        let schema = try SchemaReader(connection: database, isReadOnly: true).read()
        var writer = KeyWriter(try #require(schema.table(named: "t")))
        let statement = try SQLStatement(database, "SELECT a, rowid FROM t ORDER BY rowid")
        var names: [String] = []
        while try statement.step() { names.append(writer.name(of: statement.row, from: 0).text) }
        #expect(names == ["~t.", "~t..", "...", "~t"])
    }
}
