import Changes
import Tables

/// An order of rows by their codes, updated as single rows change.
final class KeyedOrder: ListOrder {
    let source: any KeyedSource
    private let query: Query
    private let table: ExactName
    /// The tables other than that of the rows that the query reads.
    private let parents: [String]
    private let isByName: Bool

    init(_ source: any KeyedSource, _ query: Query, _ table: Table) {
        (self.source, self.query, self.table) = (source, query, ExactName(table.name))
        parents = query.parentTables(of: table)
        isByName = if case .rowid = table.key { false } else { true }
    }

    var basis: ListBasis { ListBasis(reads: source.tablesRead, rereads: source.rereadTables) }
    private(set) lazy var concern: ListConcern = {
        guard let read = source.tablesRead else { return ListConcern() }
        let others = (source.indexTables + parents).map(ExactName.init)
        let groups = source.selectors
        guard !groups.isEmpty, !others.contains(table) else {
            return ListConcern(tables: Set(others + [table] + read.map(ExactName.init)).sorted())
        }
        return ListConcern(tables: others, rows: ListConcern.Rows(table: table, groups: groups))
    }()

    var interests: [ExactName: Set<Int>] {
        let selectors = concern.rows?.groups.joined() ?? [[]].joined()
        let columns = selectors.compactMap { if case .value(let column, _) = $0 { column } else { nil } }
        return source.referredColumns.merging([table: source.placeColumns.union(columns)]) { $0.union($1) }
    }

    func forget() {}

    func find(after former: Ordering?, at pace: ScanPace?, within room: Int) throws(ScanError) -> Ordering {
        let source = source
        let order = RowCollector(
            isByName: isByName, after: former, section: query.section.map { _ in { source.sectionCode(of: $0) } })
        try source.scan(into: order, at: pace)
        guard let pace else { return order.finish() }
        return try pace.outside { order.finish() }
    }

    func rows(at positions: [Int], in ordering: Ordering) throws(ScanError) -> [Int: Row] {
        try source.rows(at: positions, in: ordering)
    }

    func progress(
        from ordering: Ordering, _ changes: RowChanges, known: OrderStep?
    ) throws(ScanError) -> OrderProgress {
        let isLabelled = query.shownParentTables.contains { changes[$0] != nil }
        guard let touched = try source.touched(by: changes) else {
            return isLabelled ? .to(OrderStep(formerSections: ordering.sections, present: ordering)) : .none
        }
        guard case .rows(let rows) = touched else { return .anywhere }
        let taken = if let known { known } else { try replace(rows, in: ordering) }
        guard var step = taken else { return .anywhere }
        if isLabelled { step.placed = nil }
        return .to(step)
    }
}

extension KeyedOrder {
    /// Reads rows that may have changed, and moves them to their present positions. Returns `nil` when the whole order
    /// must be found again.
    private func replace(_ rows: RowChanges.Rows, in ordering: Ordering) throws(ScanError) -> OrderStep? {
        switch ordering.rows {
        case .numbers(let list):
            let (order, replacement) = try replace(rows.numbers, in: list) { .number($0) }
            return OrderStep(from: ordering, to: .numbers(order), replacement)
        case .names(let list):
            let (order, replacement) = try replace(rows.names, in: list) { .name($0) }
            return OrderStep(from: ordering, to: .names(order), replacement)
        case .found, .glimpse: return nil
        }
    }

    private func replace<Key>(
        _ rows: [Key: FormerRow], in list: OrderedSnapshot<Key>, _ key: (Key) -> OrderKey
    ) throws(ScanError) -> (OrderedSnapshot<Key>, Replacement<Key>) {
        var places: [(key: Key, value: FormerPlace)] = []
        for (key, row) in rows { places.append((key, try source.formerPlace(row))) }
        return try list.replacing(places) { row throws(ScanError) in
            try source.code(of: key(row))
        } isBefore: { row, other, code throws(ScanError) in
            try source.isBefore(PlacedRow(key: key(row.key), code: row.code), key(other), code)
        }
    }
}

extension OrderStep {
    /// Creates the step of an order whose rows were replaced.
    fileprivate init<Key>(from former: Ordering, to rows: RowOrder, _ replacement: Replacement<Key>) {
        self.init(
            formerSections: former.sections, present: Ordering(rows: rows, sections: former.sections),
            difference: ListDifference(from: replacement.former, to: replacement.present),
            placed: replacement.present.map(\.position))
        guard let old = former.sections else { return }
        var new = old
        new.replace(replacement.former.map(\.position), with: replacement.sections)
        present.sections = new
        let moved = Set(difference.moves.map(\.to))
        let origins = Dictionary(
            replacement.former.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        for (row, section) in zip(replacement.present, replacement.sections) where !moved.contains(row.position) {
            guard let origin = origins[row.id], old.runs[old.section(at: origin)].code != section.code else { continue }
            transfers.append(ListDifference.Move(from: origin, to: row.position))
        }
    }
}
