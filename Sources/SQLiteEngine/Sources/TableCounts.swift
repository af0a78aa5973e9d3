import CSQLite
import Changes
import Lists
import SQLite
import Tables

/// The row counts of tables and views, updated as rows change. A table is counted on its first request, and again after
/// unknown changes.
final class TableCounts: PreparedQuery, WholeSource {
    private var rows: [ExactName: Row] = [:]
    private var counts: [ExactName: Int64] = [:]
    private var viewTables: [ExactName: TablesRead] = [:]
    private let statements = PreparedStatements()

    /// The limit on touched rows that are checked one by one.
    private static let limit = 10_000

    override func tables() -> TablesRead { .any }

    func names() -> [ExactName] { schema.tables.map { ExactName($0.name) } }

    func rows(at positions: [Int], in ordering: Ordering) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for position in positions { rows[position] = row(of: schema.tables[position]) }
        return rows
    }

    /// Updates the counts after a commit, or discards them. O(log rows) for each touched row.
    func follow(_ changes: RowChanges?) throws(ScanError) {
        guard let changes else { return (rows, counts) = ([:], [:]) }
        try ScanError.from { () throws(SQLFailure) in try update(changes) }
    }

    private func update(_ changes: RowChanges) throws(SQLFailure) {
        for table in schema.tables {
            let name = ExactName(table.name)
            guard rows[name] != nil || counts[name] != nil, tables(of: table).areTouched(by: changes) else { continue }
            rows[name] = nil
            let count = counts.removeValue(forKey: name)
            guard let count, case .rows(let touched)? = changes.tables[name], touched.count <= Self.limit else {
                continue
            }
            if let growth = try growth(of: table, touched) { counts[name] = count + growth }
        }
    }

    /// Returns a row of name, kind, number of rows or NULL, and the reason for NULL.
    func row(of table: Table) -> Row {
        let name = ExactName(table.name)
        if let known = rows[name] { return known }
        var values: [SQLValue] = [.text(table.name), .text(table.kind.rawValue), .null, .null]
        do throws(SQLFailure) {
            if counts[name] == nil { counts[name] = try count(table) }
            values[2] = counts[name].map { .integer($0) } ?? .null
        } catch {
            if error.code != SQLITE_INTERRUPT { values[3] = .text(error.message) }
        }
        let row = Row(id: table.name, values: values)
        rows[name] = row
        return row
    }

    /// Counts the rows; of a view only if that is quick.
    private func count(_ table: Table) throws(SQLFailure) -> Int64 {
        let name = table.name.quoted
        guard table.kind == .table else { return try count(name, within: .milliseconds(200)) }
        do throws(SQLFailure) {
            return try count(name, within: .seconds(10))
        } catch {
            // SQLite counts by an index, whose collation may be unknown here. The table can be read without the index.
            guard error.code != SQLITE_INTERRUPT else { throw error }
            return try count("\(name) NOT INDEXED", within: .seconds(10))
        }
    }

    private func count(_ source: String, within limit: Duration) throws(SQLFailure) -> Int64 {
        try within(limit, on: connection) { () throws(SQLFailure) in
            let statement = try SQLStatement(connection, "SELECT count(*) FROM \(source)")
            return try statement.step() ? statement.integer(0) : 0
        }
    }

    /// Returns the growth in rows, or `nil` if it is unknown, such as after another program's write.
    private func growth(of table: Table, _ touched: RowChanges.Rows) throws(SQLFailure) -> Int64? {
        var growth: Int64 = 0
        let numbers = touched.numbers.lazy.map { (String($0.key), $0.value) }
        for (id, former) in Array(numbers) + touched.names.map({ ($0.key.text, $0.value) }) {
            guard let condition = RowLocator(table: table).exactCondition(for: id), former != .unknown else {
                return nil
            }
            if former != .absent { growth -= 1 }
            if try exists(table, condition) { growth += 1 }
        }
        return growth
    }

    private func exists(_ table: Table, _ condition: RowLocator.Condition) throws(SQLFailure) -> Bool {
        let sql = "SELECT 1 FROM \(table.name.quoted) WHERE \(condition.sql)"
        return try statements.row(sql, condition.values, connection) != nil
    }

    private func tables(of table: Table) -> TablesRead {
        let name = ExactName(table.name)
        if let known = viewTables[name] { return known }
        let tables = (try? TablesRead(of: table, in: schema, connection)) ?? .any
        viewTables[name] = tables
        return tables
    }
}
