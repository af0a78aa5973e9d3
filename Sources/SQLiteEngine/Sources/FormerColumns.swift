import Lists
import SQLite
import Tables

/// The columns whose former values are needed to remove a row from its group.
struct FormerColumns {
    /// The positions in the table of the group's columns (none if all rows are one group), of the totals' columns
    /// (`nil` for a count of rows), and of the filters' columns.
    private let group: [Int]
    private let totals: [(measure: Total.Measure, place: Int?)]
    private let filters: [Int]
    private let filter: FormerFilter?
    private let affinities: [Column.Affinity]
    private let key: GroupKey
    private let period: TotalsOfTable.Period?

    /// Creates the columns of a query of totals; `nil` if their former values do not suffice.
    init?(_ text: TotalsText) throws(SQLFailure) {
        let table = text.rows.table
        let place = table.place(ofColumn:)
        let columns = text.rows.query.filters.map(\.columns)
        guard !columns.contains(nil), text.rows.query.search == nil else { return nil }
        let ruled = text.rows.query.rights?.rows?.columns ?? []
        let filters = (columns.compactMap(\.self).joined() + ruled).map(place)
        group = text.subject.groupColumns.compactMap(place)
        guard table.keepsOrder, !filters.contains(nil), group.count == text.subject.groupColumns.count else {
            return nil
        }
        (key, period) = (GroupKey(text.subject, of: table), text.subject.period)
        totals = text.subject.totals.map { ($0.measure, $0.measure == .rows ? nil : place($0.column)) }
        self.filters = Set(filters.compactMap { $0 }).sorted()
        affinities = table.columns.map(\.affinity)
        let filtered = self.filters.map { table.columns[$0] }
        guard filtered.allSatisfy({ SortColumn.Collation(named: $0.collation) != nil }) else { return nil }
        filter = filtered.isEmpty ? nil : try FormerFilter(table, filtered, text.rows)
    }

    /// The positions of all these columns.
    var places: Set<Int> { Set(group + totals.compactMap(\.place) + filters) }

    /// Returns what a former row contributed.
    func member(_ former: FormerRow) throws(SQLFailure) -> FormerMember {
        switch former {
        case .absent: return .none
        case .unknown: return .unknown
        case .present(let values):
            let filtered = filters.compactMap { values[$0] }
            var parts = group.compactMap { values[$0] }
            guard parts.count == group.count, filtered.count == filters.count else { return .unknown }
            if let period {
                guard let start = period.start(of: parts[0]) else { return .unknown }
                parts[0] = start
            }
            if let filter, try !filter.accepts(filtered) { return .none }
            return .member(
                TotalsMember(
                    group: key.value(of: parts.isEmpty ? [.null] : parts),
                    values: totals.map { measure, place in
                        guard let place else { return .integer(1) }
                        return values[place]?.taken(by: measure, affinities[place])
                    }))
        }
    }
}
