extension ListScan {
    /// The rows of the query's table that a commit can have changed for this list: those that it touched, and those whose
    /// entry it touched in the full-text index that selects them. `nil` for none.
    func touched(in table: String, by changes: RowChanges) -> RowChanges.InTable? {
        guard let index = searchIndex else { return changes[table] }
        let touched = touched(in: table, selectedBy: index, by: changes)
        if case .rows(let rows) = touched, rows.count > Self.askLimit { return .unknown }
        return touched
    }

    /// To ask an index for one row may take as long as it takes to find a seventh of what it finds: so many are asked for.
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
        // A row that was not written stands where it stood, but nobody has noted where.
        all.numbers.merge(touched.numbers.mapValues { _ in .unknown }) { row, _ in row }
        return .rows(all)
    }
}
