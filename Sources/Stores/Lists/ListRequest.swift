import Changes
import Tables

/// The state of a list, sent to a reader.
struct ListRequest: Sendable {
    /// The list's number in its store.
    let number: Int
    let query: Query
    /// The order of the list; `nil` before the first answer.
    let ordering: Ordering?
    /// The number of the last commit that the list shows; `nil` if unknown.
    let position: Int64?
    /// The number of answers so far.
    let revision: Int
    /// The loaded rows, by position.
    let rows: ShownRows
    /// The displayed positions.
    let displayed: [Range<Int>]
}

/// A reader's answer to a list.
struct ListAnswer: Sendable {
    /// The changes of the order and the rows.
    struct News: Sendable {
        let ordering: Ordering
        let rows: ShownRows
        let displayed: [Range<Int>]
        /// The changes of the rows that the list had; `nil` if it had none.
        let changes: ChangeSet?
    }

    let number: Int
    var result: Result<News?, ListFailure> = .success(nil)
    /// The number of the last commit that is shown.
    let position: Int64
    /// Whether the whole order was found, and will be updated row by row.
    var isFollowing = false
    /// Whether the order was not found, because that would take too long.
    var isTooSlow = false
    /// Whether the displayed rows are read but their order is not found yet. The next job finds it.
    var isForetaste = false
    /// How the list is kept current.
    var basis: ListBasis?
}

/// Why one list failed while others did not.
struct ListFailure: Error {
    let code: String
    let message: String
}

extension ListRequest {
    /// Whether the order is complete enough to follow changes.
    var isOrdered: Bool { ordering.map { !$0.isGlimpse } ?? false }

    /// Returns whether another glimpse may differ.
    func mayHaveNews(_ changes: RowChanges?) -> Bool {
        guard let ordering, let changes, changes.isEmpty else { return true }
        return !ordering.open(displayed).isEmpty
    }

    /// Reads only the displayed rows of the order.
    func glimpse(_ scan: ListScan) throws(ScanError) -> ListAnswer.News {
        let (ordering, found) = try scan.glimpse(at: displayed.flatMap { Array($0) })
        return try news(ordering, ShownRows(), found, displayed: displayed, changes: nil)
    }

    /// Returns the displayed rows among those found so far.
    func soFar(_ found: Ordering, _ scan: ListScan) throws(ScanError) -> ListAnswer.News {
        let positions = positions(in: displayed, of: found.count)
        let read = try scan.rows(at: positions, in: found)
        let names = read.mapValues { RowName($0.id) }
        let glimpse = Glimpse(count: found.count, names: names, seen: displayed)
        return ListAnswer.News(
            ordering: Ordering(rows: .glimpse(glimpse)), rows: ShownRows(read), displayed: displayed, changes: nil)
    }

    /// Reads the missing rows in the list's present order.
    func fill(
        _ ordering: Ordering, _ read: ([Int]) throws(ScanError) -> [Int: Row]
    ) throws(ScanError) -> ListAnswer.News? {
        let found = try read(positions(in: displayed, of: ordering.count).filter { rows[$0] == nil })
        guard !found.isEmpty else { return nil }
        return try news(ordering, rows, found, displayed: displayed, changes: nil)
    }

    /// Returns the new state with the known rows and those that were found. Throws if rows share an id.
    private func news(
        _ ordering: Ordering, _ known: ShownRows, _ found: [Int: Row], displayed: [Range<Int>], changes: ChangeSet?
    ) throws(ScanError) -> ListAnswer.News {
        let rows = known.merging(found)
        try rows.checkIDs(of: found)
        return ListAnswer.News(ordering: ordering, rows: rows, displayed: displayed, changes: changes)
    }

    /// Adopts an order and reads the displayed rows.
    func load(_ ordering: Ordering, _ scan: ListScan) throws(ScanError) -> ListAnswer.News {
        let found = try scan.rows(at: positions(in: displayed, of: ordering.count), in: ordering)
        return try news(ordering, ShownRows(), found, displayed: displayed, changes: nil)
    }

    /// Applies a step of the order: reads displayed rows that are unknown, and returns the changes.
    func follow(_ step: OrderStep, _ scan: ListScan) throws(ScanError) -> ListAnswer.News {
        if let news = followUnread(step) { return news }
        let moves = step.difference.changeSet()
        let map = PathMap(moves)
        let carried = displayed.map { $0.carried(by: map, count: step.present.count) }
        let positions = positions(in: carried, of: step.present.count)
        let known = step.placed.map { knownRows(in: carried, map, without: Set($0)) } ?? [:]
        let read = try scan.rows(at: positions.filter { known[$0] == nil }, in: step.present)
        return try news(
            step.present, ShownRows(known), read, displayed: carried,
            changes: step.changeSet(changed: changedRows(map, read)))
    }

    /// Handles the usual step of a long list: displayed rows have not changed, and have moved together at most. Returns
    /// `nil` for other steps.
    private func followUnread(_ step: OrderStep) -> ListAnswer.News? {
        guard let placed = step.placed, let distance = step.difference.shift(of: displayed) else { return nil }
        // A window at the top does not move.
        guard distance == 0 || !displayed.contains(where: { $0.lowerBound == 0 }) else { return nil }
        let carried = displayed.map { $0.lowerBound + distance..<$0.upperBound + distance }
        guard !placed.contains(where: { position in carried.contains { $0.contains(position) } }),
            carried.reduce(0, { $0 + $1.clamped(to: 0..<step.present.count).count }) == rows.count
        else { return nil }
        return ListAnswer.News(
            ordering: step.present, rows: rows.shifted(by: distance), displayed: carried,
            changes: step.changeSet(changed: []))
    }

    /// Returns the rows that are at these positions now and have not changed.
    private func knownRows(in ranges: [Range<Int>], _ map: PathMap, without placed: Set<Int>) -> [Int: Row] {
        var known: [Int: Row] = [:]
        known.reserveCapacity(rows.count)
        for (position, row) in rows.all {
            guard let present = map[IndexPath(section: 0, row: position)]?.row,
                ranges.contains(where: { $0.contains(present) }), !placed.contains(present)
            else { continue }
            known[present] = row
        }
        return known
    }

    /// Returns the former positions of rows that are still displayed but have changed.
    private func changedRows(_ map: PathMap, _ found: [Int: Row]) -> [Int] {
        rows.all.compactMap { position, row in
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

extension Range<Int> {
    /// Returns the window after a change. A window at the top stays there; any other follows its first remaining row.
    fileprivate func carried(by map: PathMap, count total: Int) -> Range<Int> {
        guard lowerBound > 0 else { return self }
        for position in self {
            guard let path = map.unmoved(IndexPath(section: 0, row: position)) else { continue }
            return path.row..<path.row + count
        }
        return self
    }
}
