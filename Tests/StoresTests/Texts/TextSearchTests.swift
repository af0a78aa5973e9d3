import CSQLite
import Testing

@testable import Lists
@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

/// Searches of many columns at once.
@Suite(.timeLimit(.minutes(5))) struct TextSearchTests {
    /// 150 columns, with one value each in a row of its own: texts, numbers, NULL and a blob.
    private static let sql: String = {
        let columns = (0..<150).map { "c\($0)" }.joined(separator: ", ")
        let rows = (0..<150).map { "INSERT INTO t (id, c\($0)) VALUES (\($0), 'Wert Nº \($0 * 1_000)');" }.joined()
        return """
            CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns));
            \(rows)
            INSERT INTO t (id, c7, c140) VALUES (201, 98765, 3), (202, 0.125, NULL), (203, 1e20, x'393837'),
            (204, -7e-9, NULL);
            """
    }()

    @Test(
        arguments: [
            ("wert nº 149000", [149]), ("WERT Nº 91000", [91]), ("8765", [201]), (".12", [202]), ("E+2", [203]),
            ("-7.0e-09", [204]),
            ("987", [201]), ("nothing", []), ("-x", []), ("nº 14900", [149]),
        ] as [(String, [Int])])
    func aTextIsFoundInAnyColumn(text: String, ids: [Int]) throws {
        var connection: OpaquePointer?
        sqlite3_open(":memory:", &connection)
        defer { sqlite3_close(connection) }
        let open = try #require(connection)
        RowScan.enable(on: open)
        TextComparison.enable(on: open)
        #expect(sqlite3_exec(open, Self.sql, nil, nil, nil) == SQLITE_OK)
        let schema = try SchemaReader(connection: open, isReadOnly: true).read()
        var query = Query(table: "t", columns: ["id"])
        query.search = text
        let table = try #require(schema.table(named: "t"))
        let source = try #require(TableSource(open, schema, query, table))
        let found = try KeyedOrder(source, query, table).find(after: nil, at: nil, within: .max)
        #expect((0..<found.count).map(found.id) == ids.map(String.init))
    }
}
