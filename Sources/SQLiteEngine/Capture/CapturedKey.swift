import Changes
import Tables

/// The columns of a key other than the row id. Derives the id of a written row.
struct CapturedKey {
    private let columns: [CapturedColumn]
    private let affinities: [Column.Affinity]
    private let hasRowID: Bool

    /// Creates the key of a table; `nil` if it has no columns, or their values cannot be read.
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

    /// Returns the values before the write; `nil` if they are uncertain.
    func old(_ write: RowWrite) -> [SQLValue]? {
        values { $0.old(write) }
    }

    /// Returns the values after the write; `nil` if they are uncertain.
    func new(_ write: RowWrite) -> [SQLValue]? {
        values { $0.new(write) }
    }

    /// Returns the id of the row with these values, and with this row id if the table has row ids.
    func name(_ values: [SQLValue], _ number: Int64) -> ExactName {
        ExactName(RowLocator.id(values, affinities, rowid: hasRowID ? number : nil))
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
