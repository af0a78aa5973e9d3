import Changes
import Lists
import SQLite
import Tables

/// The distinct values of a column. A value's id is its notation in routes.
final class ValuesSource: PreparedQuery, WholeSource {
    private let column: String
    private let table: Table
    private let affinity: Column.Affinity

    init(_ connection: OpaquePointer, _ schema: Schema, _ query: Query, of column: String, in table: Table) {
        (self.column, self.table) = (column, table)
        affinity = table.column(named: column)?.affinity ?? .blob
        super.init(connection, schema, query)
    }

    func names() throws(ScanError) -> [ExactName] {
        try ScanError.from { () throws(SQLFailure) in
            let text = QueryText(table: table, query: query).values(of: column)
            let statement = try SQLStatement(connection, text.sql)
            statement.bind(text.values)
            var names: [ExactName] = []
            while try statement.step() { names.append(ExactName(KeyCodec.encode([statement.value(0)], [affinity]))) }
            return names
        }
    }

    func rows(at positions: [Int], in ordering: Ordering) -> [Int: Row] {
        var rows: [Int: Row] = [:]
        for position in positions {
            let id = ordering.id(at: position)
            rows[position] = Row(id: id, values: KeyCodec.decode(id, [affinity]) ?? [.null])
        }
        return rows
    }
}
