import Changes

/// The columns of a key that is not the row id, and how they name a row that is written.
struct CapturedKey {
    private let columns: [CapturedColumn]
    private let affinities: [Column.Affinity]
    private let hasRowID: Bool

    /// The key of a table; `nil` if it is not of columns, or SQLite does not hand their values out.
    init?(_ table: Table) {
        guard case .columns(let names, let rowid) = table.key else { return nil }
        columns = names.compactMap { name in
            table.columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
                .flatMap { CapturedColumn($0, of: table) }
        }
        guard columns.count == names.count else { return nil }
        affinities = RowLocator(table: table).keyAffinities
        hasRowID = rowid != nil
    }

    /// The name before the write; `nil` if it cannot be told.
    func oldName(_ write: RowWrite) -> RowName? {
        name(columns.compactMap { $0.old(write) }, write.oldNumber)
    }

    /// The name after it; `nil` if it cannot be told.
    func newName(_ write: RowWrite) -> RowName? {
        name(columns.compactMap { $0.new(write) }, write.newNumber)
    }

    private func name(_ values: [SQLValue], _ number: Int64) -> RowName? {
        guard values.count == columns.count else { return nil }
        return RowName(RowLocator.id(values, affinities, rowid: hasRowID ? number : nil))
    }
}
