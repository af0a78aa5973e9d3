import Changes
import Tables

/// The rows that a list needs in an order, and what it knows of them.
struct RowReading {
    let ordering: Ordering
    /// The displayed positions in this order.
    let displayed: [Range<Int>]
    /// The known rows.
    var known = ShownRows()
    /// The positions of the rows to read.
    var missing: [Int] = []
    /// Returns the changes for the list, given the rows that were read; `nil` if it has no rows yet, or new ones only.
    var changes: (([Int: Row]) -> ChangeSet)?

    /// Returns the new state of the list, given the rows that were read. Throws if rows share an id.
    func news(with read: [Int: Row]) throws(ScanError) -> ListAnswer.News {
        let rows = read.isEmpty ? known : known.merging(read)
        try rows.checkIDs(of: read)
        return ListAnswer.News(ordering: ordering, rows: rows, displayed: displayed, changes: changes?(read))
    }
}

extension ListRequest {
    /// Returns the reading of the displayed rows of a new order.
    func loading(_ ordering: Ordering) -> RowReading {
        RowReading(ordering: ordering, displayed: displayed, missing: positions(in: displayed, of: ordering.count))
    }

    /// Returns the reading of the displayed rows that are missing, in the list's present order.
    func filling(_ ordering: Ordering) -> RowReading {
        let missing = positions(in: displayed, of: ordering.count).filter { rows[$0] == nil }
        return RowReading(ordering: ordering, displayed: displayed, known: rows, missing: missing)
    }

    /// Returns the reading of the displayed rows that are unknown after a step of the order.
    func following(_ step: OrderStep) -> RowReading {
        if let reading = followingUnread(step) { return reading }
        let moves = step.difference.changeSet()
        let map = PathMap(moves)
        let carried = displayed.map { $0.carried(by: map, count: step.present.count) }
        let known = step.placed.map { knownRows(in: carried, map, without: Set($0)) } ?? [:]
        return RowReading(
            ordering: step.present, displayed: carried, known: ShownRows(known),
            missing: positions(in: carried, of: step.present.count).filter { known[$0] == nil }
        ) { read in
            step.changeSet(changed: changedRows(map, read))
        }
    }

    /// Handles the usual step of a long list: displayed rows have not changed, and have moved together at most. Returns
    /// `nil` for other steps.
    private func followingUnread(_ step: OrderStep) -> RowReading? {
        guard let placed = step.placed, let distance = step.difference.shift(of: displayed) else { return nil }
        // A window at the top does not move.
        guard distance == 0 || !displayed.contains(where: { $0.lowerBound == 0 }) else { return nil }
        let carried = displayed.map { $0.lowerBound + distance..<$0.upperBound + distance }
        guard !placed.contains(where: { position in carried.contains { $0.contains(position) } }),
            carried.reduce(0, { $0 + $1.clamped(to: 0..<step.present.count).count }) == rows.count
        else { return nil }
        return RowReading(ordering: step.present, displayed: carried, known: rows.shifted(by: distance)) { _ in
            step.changeSet(changed: [])
        }
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

    /// Returns the positions of ranges that exist, each once, ascending.
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
