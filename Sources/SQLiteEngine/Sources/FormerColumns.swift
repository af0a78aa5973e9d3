import Lists
import SQLite
import Tables

/// The columns whose former values are needed to remove a row from its group.
struct FormerColumns {
    /// The positions in the table of the group's column (`nil` if all rows are one group), of the totals' columns
    /// (`nil` for a count of rows), and of the filters' columns.
    private let group: Int?
    private let totals: [(measure: Total.Measure, place: Int?)]
    private let filters: [Int]
    private let filter: FormerFilter?
    private let affinities: [Column.Affinity]

    /// Creates the columns of a query of totals; `nil` if their former values do not suffice.
    init?(_ text: TotalsText) throws(SQLFailure) {
        let table = text.rows.table
        let place = table.place(ofColumn:)
        let columns = text.rows.query.filters.map(\.columns)
        guard !columns.contains(nil), text.rows.query.search == nil else { return nil }
        let ruled = text.rows.query.rights?.rows?.columns ?? []
        let filters = (columns.compactMap(\.self).joined() + ruled).map(place)
        group = text.subject.isOfAll ? nil : place(text.subject.column)
        guard table.keepsOrder, !filters.contains(nil), group != nil || text.subject.isOfAll else { return nil }
        totals = text.subject.totals.map { ($0.measure, $0.measure == .rows ? nil : place($0.column)) }
        self.filters = Set(filters.compactMap { $0 }).sorted()
        affinities = table.columns.map(\.affinity)
        let filtered = self.filters.map { table.columns[$0] }
        guard filtered.allSatisfy({ SortColumn.Collation(named: $0.collation) != nil }) else { return nil }
        filter = filtered.isEmpty ? nil : try FormerFilter(table, filtered, text.rows)
    }

    /// The positions of all these columns.
    var places: Set<Int> { Set([group].compactMap { $0 } + totals.compactMap(\.place) + filters) }

    /// Returns what a former row contributed.
    func member(_ former: FormerRow) throws(SQLFailure) -> FormerMember {
        switch former {
        case .absent: return .none
        case .unknown: return .unknown
        case .present(let values):
            let filtered = filters.compactMap { values[$0] }
            guard let value = group.map({ values[$0] }) ?? SQLValue.null, filtered.count == filters.count else {
                return .unknown
            }
            if let filter, try !filter.accepts(filtered) { return .none }
            return .member(
                TotalsMember(
                    group: value.canonical(group.map { affinities[$0] } ?? .blob),
                    values: totals.map { measure, place in
                        guard let place else { return .integer(1) }
                        return values[place]?.taken(by: measure, affinities[place])
                    }))
        }
    }
}
