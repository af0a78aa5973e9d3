import Changes
import JSON
import Lists
import SQLite
import Tables

/// The rows of a view, a virtual table, or a table whose order only SQLite can find.
final class ViewSource: PreparedQuery, WholeSource {
    private let table: Table
    private let text: QueryText
    private lazy var rows = KeyedRows(connection, table, query)

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, _ table: Table) {
        self.table = table
        text = QueryText(table: table, query: query)
        super.init(connection, schema, query)
    }

    func names() throws(ScanError) -> [ExactName] {
        try ScanError.from { () throws(SQLFailure) in
            let locator = RowLocator(table: table)
            let statement = try SQLStatement(connection, text.keys.sql)
            statement.bind(text.keys.values)
            var names: [ExactName] = []
            var naming = ContentNaming()
            while try statement.step() {
                try NameLimit.check(names.count)
                names.append(
                    table.key == .none ? naming.name(statement.contentHash) : ExactName(locator.id(statement.values)))
            }
            return names
        }
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try ScanError.from { () throws(SQLFailure) in
            try table.key == .none ? runs(at: positions, in: ordering) : rows.read(at: positions, in: ordering)
        }
    }

    /// Returns rows without a key by their position. Consecutive rows are read in one run.
    private func runs(at positions: [Int], in ordering: Ordering) throws(SQLFailure) -> [Int: Row] {
        let statement = try SQLStatement(connection, text.run.sql)
        var rows: [Int: Row] = [:]
        for run in positions.runs {
            statement.bind(text.run.values + [.integer(Int64(run.count)), .integer(Int64(run.lowerBound))])
            var position = run.lowerBound
            while try statement.step() {
                rows[position] = Row(id: ordering.id(at: position), values: statement.shownValues)
                position += 1
            }
        }
        return rows
    }
}
