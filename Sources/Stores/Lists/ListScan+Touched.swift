import Tables

extension ListScan {
    /// Returns the rows of the query's table that a commit may have changed for this list. These are the rows that it
    /// touched, and the rows whose entries in the selecting full-text index it touched. Returns `nil` for none.
    func touched(in table: String, by changes: RowChanges) -> RowChanges.InTable? {
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
