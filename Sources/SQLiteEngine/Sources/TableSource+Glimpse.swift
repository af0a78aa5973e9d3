import Changes
import Lists
import SQLite
import Tables

extension TableSource {
    /// Reads the rows at some positions and their ids in SQLite's own order, which is fast where an index has that
    /// order.
    func glimpse(at positions: [Int]) throws(ScanError) -> (glimpse: Glimpse, rows: [Int: Row]) {
        try ScanError.from { () throws(SQLFailure) in
            let locator = RowLocator(table: text.table)
            let glimpseText = text.glimpse
            let statement = try SQLStatement(connection, glimpseText.sql)
            var glimpse = Glimpse(seen: positions.runs)
            var rows: [Int: Row] = [:]
            for run in positions.runs {
                // One extra row shows whether the list goes on.
                statement.bind(glimpseText.values + [.integer(Int64(run.count + 1)), .integer(Int64(run.lowerBound))])
                var position = run.lowerBound
                while try statement.step() {
                    glimpse.count = max(glimpse.count, position + 1)
                    guard position < run.upperBound else { break }
                    let id = locator.id((0..<locator.keyColumns.count).map { statement.value($0) })
                    glimpse.names[position] = ExactName(id)
                    rows[position] = Row(id: id, values: statement.values(for: query, from: locator.keyColumns.count))
                    position += 1
                }
            }
            return (glimpse, rows)
        }
    }
}

extension TableSource {
    /// Returns the rows of the query's table that a commit may have changed for this list. These are the rows that it
    /// touched, the rows whose entries in the selecting full-text index it touched, and the rows that refer to a row
    /// which it touched. Returns `nil` for none.
    func touched(by changes: RowChanges) throws(ScanError) -> RowChanges.InTable? {
        guard let referred else { return touchedRows(by: changes) }
        return try ScanError.from { () throws(SQLFailure) in
            try referred.rows(touchedBy: changes, and: touchedRows(by: changes))
        }
    }

    private func touchedRows(by changes: RowChanges) -> RowChanges.InTable? {
        let table = text.table.name
        guard let index = searchIndex else { return changes[table] }
        let touched = touched(in: table, selectedBy: index, by: changes)
        if case .rows(let rows) = touched, rows.count > Self.askLimit { return .unknown }
        return touched
    }

    /// The limit on touched rows for which a full-text index is queried one by one. Querying it for one row may take as
    /// long as finding a seventh of all matches.
    private static let askLimit = 8

    private func touched(
        in table: String, selectedBy index: SearchIndex, by changes: RowChanges
    ) -> RowChanges.InTable? {
        let rows = changes[table]
        guard let entries = changes[index.documents ?? index.data] else { return rows }
        guard index.isByRowID, case .rows(let touched) = entries else {
            return index.isKept ? rows ?? .unknown : .unknown
        }
        guard case .rows(var all) = rows ?? .rows(RowChanges.Rows()) else { return .unknown }
        // A row that was not written keeps its place in the order, but that place was not recorded.
        all.numbers.merge(touched.numbers.mapValues { _ in .unknown }) { row, _ in row }
        return .rows(all)
    }
}
