import Changes

/// What a list knows, as it travels to a reader.
struct ListRequest: Sendable {
    /// The list's number in its store.
    let number: Int
    let query: Query
    /// The order as the list has it; `nil` before the first answer.
    let ordering: Ordering?
    /// The rows it has, by position.
    let rows: [Int: Row]
    /// The positions that somebody looks at.
    let displayed: [Range<Int>]
    /// Whether commits were not looked at since.
    let isStale: Bool
}

/// What a reader found for a list.
struct ListAnswer: Sendable {
    /// What of the order and the rows is new, if anything.
    struct News: Sendable {
        let ordering: Ordering
        let rows: [Int: Row]
        let displayed: [Range<Int>]
        /// What happened to rows the list had; `nil` when it had none.
        let changes: ChangeSet?
    }

    let number: Int
    let result: Result<News?, ListFailure>
    let duration: Duration
}

/// Why a list could not be answered while others could.
struct ListFailure: Error {
    let code: String
    let message: String
}

extension ListRequest {
    /// Reads the rows that are missing; the order is as the list has it.
    func fill(_ scan: QueryScan) throws(ScanError) -> ListAnswer.News? {
        guard let ordering else { return try load(scan) }
        let missing = positions(in: displayed, of: ordering.count).filter { rows[$0] == nil }
        guard !missing.isEmpty else { return nil }
        let found = try scan.rows(at: missing, in: ordering)
        return ListAnswer.News(
            ordering: ordering, rows: rows.merging(found) { _, new in new }, displayed: displayed, changes: nil)
    }

    /// Reads the order and the rows on display anew and compares them with what the list has.
    func refresh(_ scan: QueryScan) throws(ScanError) -> ListAnswer.News? {
        guard let ordering else { return try load(scan) }
        let present = try scan.ordering()
        let difference = ordering.difference(to: present)
        let moves = difference.changeSet()
        let map = PathMap(moves)
        let carried = displayed.map { $0.carried(by: map, count: present.count) }
        let found = try scan.rows(at: positions(in: carried, of: present.count), in: present)
        let changed = changedRows(map, found)
        guard !(moves.isEmpty && changed.isEmpty && found.count == rows.count) else { return nil }
        return ListAnswer.News(
            ordering: present, rows: found, displayed: carried,
            changes: ChangeSet(moves.changes + changed.map { .rowChanged(IndexPath(section: 0, row: $0)) }))
    }

    private func load(_ scan: QueryScan) throws(ScanError) -> ListAnswer.News {
        let ordering = try scan.ordering()
        let rows = try scan.rows(at: positions(in: displayed, of: ordering.count), in: ordering)
        return ListAnswer.News(ordering: ordering, rows: rows, displayed: displayed, changes: nil)
    }

    /// The old positions of rows that are still on display and show something else.
    private func changedRows(_ map: PathMap, _ found: [Int: Row]) -> [Int] {
        rows.compactMap { position, row in
            guard let path = map[IndexPath(section: 0, row: position)], let present = found[path.row] else {
                return nil
            }
            return present.values == row.values ? nil : position
        }.sorted()
    }

    private func positions(in ranges: [Range<Int>], of count: Int) -> [Int] {
        var positions: [Int] = []
        var end = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let part = max(end, range.lowerBound)..<max(end, range.lowerBound, min(range.upperBound, count))
            positions += part
            end = max(end, part.upperBound)
        }
        return positions
    }
}

extension Ordering {
    /// What differs from this order to another.
    fileprivate func difference(to other: Ordering) -> ListDifference {
        switch (self, other) {
        case (.numbers(let old), .numbers(let new)): ListDifference(from: old, to: new)
        case (.names(let old), .names(let new)): ListDifference(from: old, to: new)
        default:
            ListDifference(
                from: (0..<count).map { RowName(id(at: $0)) },
                to: (0..<other.count).map { RowName(other.id(at: $0)) })
        }
    }
}

extension Range<Int> {
    /// Where a window stands after a change: one at the top stays, any other follows its first row that is still there.
    fileprivate func carried(by map: PathMap, count total: Int) -> Range<Int> {
        guard lowerBound > 0 else { return self }
        for position in self {
            guard let path = map.unmoved(IndexPath(section: 0, row: position)) else { continue }
            return path.row..<path.row + count
        }
        return self
    }
}
