import Lists
import SQLite
import Tables

extension ReadState {
    func source(of query: Query, in schema: Schema) throws(ScanError) -> ListSource {
        switch query.subject {
        case .counts: return .whole(TableCounts(connection, schema, query))
        case .sql(let text): return .whole(SelectSource(connection, schema, query, text))
        case .digest(let name):
            return .whole(DigestSource(connection, schema, query, try schema.usableTable(name, for: query)))
        case .values(let name, let column):
            return .whole(
                ValuesSource(connection, schema, query, of: column, in: try schema.usableTable(name, for: query)))
        case .totals(let subject):
            let table = try schema.usableTable(subject.table, for: query)
            return .groups(
                try ScanError.from { () throws(SQLFailure) in
                    try TotalsSource(connection, schema, query, subject, of: table)
                })
        case .rows(let name):
            let table = try schema.usableTable(name, for: query)
            if let source = TableSource(connection, schema, query, table) { return .keyed(source) }
            return .whole(ViewSource(connection, schema, query, table))
        }
    }
}

extension ReadState {
    func selectedRows(in table: Table, by columns: Set<Int>) -> any SelectedRows {
        ColumnValues(connection, table, columns)
    }
}

extension Schema {
    /// Returns the table of this name, with the paths that a query names. Throws if it does not exist or cannot be
    /// read.
    fileprivate func usableTable(_ name: String, for query: Query) throws(ScanError) -> Table {
        guard let table = table(named: name) else { throw .gone(name) }
        if let problem = table.problem { throw .query(problem) }
        return withPaths(table, for: query)
    }
}
