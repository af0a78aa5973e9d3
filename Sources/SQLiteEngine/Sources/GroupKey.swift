import Changes
import Lists
import Tables

/// The values that the rows of a group share, as one value. Of several columns it is a text, which is also the id of
/// the group.
struct GroupKey {
    private let affinities: [Column.Affinity]

    /// Creates the key of groups of a table's rows.
    init(_ subject: TotalsOfTable, of table: Table) {
        affinities = subject.groupColumns.enumerated().map { place, column in
            // The beginning of a date stays a text, also where it looks like a number.
            place == 0 && subject.period != nil ? .blob : table.column(named: column)?.affinity ?? .blob
        }
    }

    /// The number of columns; 1 for groups of all rows, whose value is NULL.
    var count: Int { max(affinities.count, 1) }

    /// The affinity of the first column.
    var affinity: Column.Affinity { affinities.first ?? .blob }

    /// Returns the value of the group with these values in its columns.
    func value(of parts: [SQLValue]) -> SQLValue {
        guard affinities.count > 1 else { return parts[0].canonical(affinity) }
        return .text(KeyCodec.encode(zip(parts, affinities).map { $0.canonical($1) }, affinities))
    }

    /// Returns the values of the columns of a group.
    func parts(of value: SQLValue) -> [SQLValue] {
        guard affinities.count > 1, case .text(let text) = value else { return [value] }
        return KeyCodec.decode(text, affinities) ?? affinities.map { _ in .null }
    }

    /// Returns the id of a group.
    func name(of value: SQLValue) -> ExactName {
        guard affinities.count > 1, case .text(let text) = value else {
            return ExactName(KeyCodec.encode([value], [affinity]))
        }
        return ExactName(text)
    }
}
