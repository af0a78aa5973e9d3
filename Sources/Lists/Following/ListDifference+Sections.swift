import Changes

extension ListDifference {
    /// Returns the difference as a change set of a list in sections.
    ///
    /// - Parameter transfers: Rows whose neighbours are the same as before, but whose section is another.
    /// - Complexity: O(sections + m log sections) for m changes.
    func changeSet(from old: SectionTable, to new: SectionTable, transfers: [Move]) -> ChangeSet {
        let gone = Set(old.runs.indices.filter { new.number(of: old.runs[$0].code) == nil })
        let born = Set(new.runs.indices.filter { old.number(of: new.runs[$0].code) == nil })
        var changes = gone.sorted().map { Change.sectionDeleted($0) } + born.sorted().map { .sectionInserted($0) }
        func leave(_ path: IndexPath) {
            if !gone.contains(path.section) { changes.append(.rowDeleted(path)) }
        }
        func come(_ path: IndexPath) {
            if !born.contains(path.section) { changes.append(.rowInserted(path)) }
        }
        for position in deletions { leave(old.path(at: position)) }
        for position in insertions { come(new.path(at: position)) }
        for move in moves + transfers {
            let (from, to) = (old.path(at: move.from), new.path(at: move.to))
            if gone.contains(from.section) || born.contains(to.section) {
                leave(from)  // a deleted or inserted section has no moves
                come(to)
            } else {
                changes.append(.rowMoved(from: from, to: to))
            }
        }
        return ChangeSet(changes)
    }

    /// Returns the rows, of all rows, that did not move among the others but are in another section now. O(rows).
    func transfers(from old: SectionTable, to new: SectionTable, count: Int) -> [Move] {
        let left = Set(deletions + moves.map(\.from))
        let arrived = Set(insertions + moves.map(\.to))
        var transfers: [Move] = []
        var to = 0
        for from in 0..<count where !left.contains(from) {
            while arrived.contains(to) { to += 1 }
            if old.runs[old.section(at: from)].code != new.runs[new.section(at: to)].code {
                transfers.append(Move(from: from, to: to))
            }
            to += 1
        }
        return transfers
    }
}
