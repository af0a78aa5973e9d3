import CSQLite
import Changes
import TestSupport
import Testing

@testable import Lists
@testable import SQLite
@testable import SQLiteEngine
@testable import Tables

/// Looks at all rows that go in steps, between which others write.
@Suite(.timeLimit(.minutes(5))) struct SteppedScanTests {
    private static let tables = [
        "CREATE TABLE t (a, b TEXT COLLATE NOCASE, n INTEGER PRIMARY KEY)",
        "CREATE TABLE t (a, b TEXT COLLATE NOCASE, n)",
        "CREATE TABLE t (a, b TEXT COLLATE NOCASE, n, PRIMARY KEY (b, n))",
        "CREATE TABLE t (a, b TEXT COLLATE NOCASE, n, PRIMARY KEY (b DESC, n))",
        "CREATE TABLE t (a, b TEXT COLLATE NOCASE, n, PRIMARY KEY (b, n)) WITHOUT ROWID",
        "CREATE TABLE t (a, rowid TEXT COLLATE NOCASE, n, PRIMARY KEY (n, rowid))",
    ]

    /// A database on disk with a table of 1,500 rows, some of them with NULL in their key.
    private static func opened(
        _ sql: String, _ body: (Database, OpaquePointer, Table) throws -> Void
    ) async throws {
        let database = try await blocking { try Database("") }
        var connection: OpaquePointer?
        sqlite3_open(database.path, &connection)
        defer { sqlite3_close(connection) }
        let open = try #require(connection)
        RowScan.enable(on: open)
        TextComparison.enable(on: open)
        try SQLStatement(open, sql).run()
        try SQLStatement(open, "BEGIN").run()
        var random = SeededGenerator.announced("SteppedScanTests")
        let insertion = try SQLStatement(open, "INSERT OR IGNORE INTO t VALUES (?, ?, ?)")
        for number in 0..<1_500 {
            let text = SQLValue.text("text \(Int.random(in: 0..<40, using: &random))")
            let key: Int64 = [.min, .max, 0, Int64(number) << 40][number < 3 ? number : 3]
            try? insertion.run([.text("row \(number % 7)"), number % 50 == 9 ? .null : text, .integer(key)])
        }
        try SQLStatement(open, "COMMIT").run()
        let schema = try SchemaReader(connection: open, isReadOnly: false).read()
        try body(database, open, #require(schema.table(named: "t")))
    }

    private static func ids(_ ordering: Ordering) -> [String] { (0..<ordering.count).map(ordering.id) }

    /// Returns the ids in the order in which SQLite itself selects the rows.
    private static func selected(_ connection: OpaquePointer, _ table: Table, _ query: Query) throws -> [String] {
        let keys = QueryText(table: table, query: query).keys
        let statement = try SQLStatement(connection, keys.sql)
        statement.bind(keys.values)
        let locator = RowLocator(table: table)
        var ids: [String] = []
        while try statement.step() { ids.append(locator.id(statement.values)) }
        return ids
    }

    @Test(arguments: tables) func stepsSeeEveryRowOnce(sql: String) async throws {
        try await Self.opened(sql) { _, connection, table in
            for sort: [SortTerm] in [[], ["a"], [.descending("a")]] {
                for search in [nil, "row 3"] {
                    var query = Query(table: "t", columns: ["a"])
                    (query.sort, query.search) = (sort, search)
                    let plan = try #require(TableSource(connection, Schema(tables: [table]), query, table))
                    #expect(plan.hasSteps)
                    var pauses = 0
                    let writers = BlockedWriters(patience: .seconds(1), admit: { pauses += 1 }, block: {})
                    let order = KeyedOrder(plan, query, table)
                    let found = try order.find(after: nil, at: ScanPace(writers), within: .max)
                    let expected = try order.find(after: nil, at: nil, within: .max)
                    #expect(Self.ids(found) == Self.ids(expected))
                    #expect(try Self.ids(found) == Self.selected(connection, table, query))
                    #expect(pauses > 4)
                    if search == nil { #expect(found.count == (table.isWithoutRowID ? 1_470 : 1_500)) }
                }
            }
        }
    }

    @Test func aTableWithoutANamedRowIDIsReadInOneStep() async throws {
        try await Self.opened("CREATE TABLE t (rowid, oid, _rowid_ NOT NULL, PRIMARY KEY (_rowid_))") {
            _, connection, table in
            let plan = try #require(
                TableSource(connection, Schema(tables: [table]), Query(table: "t", columns: ["oid"]), table))
            #expect(!plan.hasSteps)
        }
    }

    @Test func aFilterThatAnIndexMayServeHasNoSteps() async throws {
        try await Self.opened(Self.tables[0]) { _, connection, table in
            var query = Query(table: "t", columns: ["a"])
            query.filters = [.equal("b", "text 1")]
            #expect(TableSource(connection, Schema(tables: [table]), query, table)?.hasSteps == false)
            query.filters.append(.contains("a", "row"))
            #expect(TableSource(connection, Schema(tables: [table]), query, table)?.hasSteps == true)
        }
    }

    @Test func partialResultsAreReportedInOrder() async throws {
        try await Self.opened(Self.tables[2]) { _, connection, table in
            var query = Query(table: "t", columns: ["a"])
            (query.sort, query.search) = ([.descending("a")], "row")
            let plan = try #require(TableSource(connection, Schema(tables: [table]), query, table))
            var told: [[String]] = []
            let pace = ScanPace(nil, notifyAfter: .zero) { told.append(Self.ids($0)) }
            let found = Self.ids(try KeyedOrder(plan, query, table).find(after: nil, at: pace, within: .max))
            let first = try #require(told.first)
            #expect(first.count < found.count)
            let known = Set(first)
            #expect(first == found.filter(known.contains))
        }
    }

    @Test func aCommitBetweenTwoStepsEndsTheSearch() async throws {
        try await Self.opened(Self.tables[0]) { database, connection, _ in
            let schema = try SchemaReader(connection: connection, isReadOnly: false).read()
            var query = Query(table: "t", columns: ["a"])
            query.sort = ["a"]
            var other: OpaquePointer?
            sqlite3_open(database.path, &other)
            defer { sqlite3_close(other) }
            let writer = try #require(other)
            var isWritten = false
            try SQLStatement(connection, "BEGIN").run()
            let writers = BlockedWriters(
                patience: .seconds(60),
                admit: {
                    try? SQLStatement(connection, "COMMIT").run()
                    guard !isWritten else { return }
                    isWritten = true
                    try? SQLStatement(writer, "INSERT INTO t VALUES ('new', 'new', 5)").run()
                },
                block: { () throws(ScanError) in
                    try? SQLStatement(connection, "BEGIN").run()
                    if isWritten { throw .overtaken }
                })
            let state = SteppedState(connection: connection, schema: schema, writers: writers)
            let scan = ListScan(query, on: state, schema, sharing: SharedOrders(in: OrderMemory(limit: .max)))
            let look = try ScanLook(state, .slow(.seconds(60), rows: .max)) { _, _ in }
            let request = ListRequest(
                number: 1, query: query, ordering: nil, position: nil, revision: 0, rows: ShownRows(),
                displayed: [0..<3])
            #expect(try scan.answer(request, in: look) == nil)
            #expect(isWritten)
            // Writers have had enough turns: now one step takes as long as it needs.
            #expect(try scan.answer(request, in: look) == nil)
            #expect(try scan.answer(request, in: look) == nil)
            let answer = try #require(try scan.answer(request, in: look))
            #expect(try answer.result.get()?.ordering.count == 1_501)
        }
    }
}

/// A state in which readers block writers.
private struct SteppedState: DatabaseState {
    let connection: OpaquePointer
    let schema: Schema
    let writers: BlockedWriters
    let position: Int64 = 1
    let schemaVersion: Int64 = 1

    func changes(since position: Int64?) -> RowChanges? { nil }
    func readSchema(after known: Schema) -> Schema { schema }
    func blockedWriters() -> BlockedWriters? { writers }
    func within<Value>(_ limit: Duration, _ body: () throws(ScanError) -> Value) throws(ScanError) -> Value {
        try body()
    }
    func keepFormerValues(of columns: [ExactName: Set<Int>]) {}
    func selectedRows(in table: Table, by columns: Set<Int>) -> any SelectedRows {
        ColumnValues(connection, table, columns)
    }

    func source(of query: Query, in schema: Schema) throws(ScanError) -> ListSource {
        guard let source = TableSource(connection, schema, query, schema.tables[0]) else { throw .gone("t") }
        return .keyed(source)
    }
}
