import Changes

/// How the order of a list became another.
struct OrderStep {
    /// The sections before, if there are any.
    let formerSections: SectionTable?
    /// The order now.
    var present: Ordering
    /// What left, came and moved.
    var difference = ListDifference.none
    /// Rows that stand between the same others as before, but in another section.
    var transfers: [ListDifference.Move] = []
    /// The positions now of the rows that were looked at again, ascending; `nil` when any row may show something else.
    var placed: [Int]?
}

extension OrderStep {
    /// What two orders differ in. O(rows).
    init(from former: Ordering, to present: Ordering) {
        self.init(
            formerSections: former.sections, present: present, difference: former.rows.difference(to: present.rows))
        guard let old = formerSections, let new = present.sections else { return }
        transfers = difference.transfers(from: old, to: new, count: former.count)
    }

    /// The step as a change set, with rows that show something else, by their old positions.
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
