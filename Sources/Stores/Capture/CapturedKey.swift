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

    /// The values before the write; `nil` if they cannot be told.
    func old(_ write: RowWrite) -> [SQLValue]? {
        values { $0.old(write) }
    }

    /// The values after it; `nil` if they cannot be told.
    func new(_ write: RowWrite) -> [SQLValue]? {
        values { $0.new(write) }
    }

    /// The name of the row with these values, and this row id if there are any.
    func name(_ values: [SQLValue], _ number: Int64) -> RowName {
        RowName(RowLocator.id(values, affinities, rowid: hasRowID ? number : nil))
    }

    private func values(_ value: (CapturedColumn) -> SQLValue?) -> [SQLValue]? {
        var values: [SQLValue] = []
        values.reserveCapacity(columns.count)
        for column in columns {
            guard let value = value(column) else { return nil }
            values.append(value)
        }
        return values
    }
}
