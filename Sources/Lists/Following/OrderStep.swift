import Changes

/// A change of a list's order.
struct OrderStep {
    /// The former sections, if any.
    let formerSections: SectionTable?
    /// The present order.
    var present: Ordering
    /// The rows that left, arrived and moved.
    var difference = ListDifference.none
    /// Rows whose neighbours are the same as before, but whose section is another.
    var transfers: [ListDifference.Move] = []
    /// The present positions of the rows that were read again, ascending; `nil` if any row may have changed.
    var placed: [Int]?
}

extension OrderStep {
    /// Creates the step between two orders. O(rows).
    init(from former: Ordering, to present: Ordering) {
        self.init(
            formerSections: former.sections, present: present, difference: former.rows.difference(to: present.rows))
        guard let old = formerSections, let new = present.sections else { return }
        transfers = difference.transfers(from: old, to: new, count: former.count)
    }

    /// Returns the step as a change set. `changed` has the former positions of rows with other content.
    func changeSet(changed: [Int]) -> ChangeSet {
        guard let old = formerSections, let new = present.sections else {
            var changes = difference.changeSet()
            for row in changed { changes.changes.append(.rowChanged(IndexPath(section: 0, row: row))) }
            return changes
        }
        let moves = difference.changeSet(from: old, to: new, transfers: transfers)
        let map = PathMap(moves)
        let paths = changed.map(old.path).filter { map[$0] != nil }
        return ChangeSet(moves.changes + paths.map { .rowChanged($0) })
    }
}
