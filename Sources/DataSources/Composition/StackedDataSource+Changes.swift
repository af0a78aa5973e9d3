import Changes
import Loop
import Observables

// The positions of children, and their changes in the composed list.

extension StackedDataSource {
    /// Returns the child that holds a row, or the section when sections are stacked. - Precondition: It exists.
    func place(of path: IndexPath) -> StackPlace<Item> {
        checkSection(path.section)
        var start = 0
        for entry in entries {
            let end = start + size(of: entry)
            if (stacking == .rows ? path.row : path.section) < end {
                return StackPlace(entry: entry, origin: origin(at: start), outer: path, isFlat: stacking == .rows)
            }
            start = end
        }
        preconditionFailure("no row at \(path)")
    }

    /// Returns a child's changes in the coordinates of this list. The child's sections had `old` rows before.
    func lifted(_ changeSet: ChangeSet, from entry: StackEntry<Item>, of old: [Int]) -> [Change] {
        let origin = origin(at: start(of: entry))
        let changeSet = stacking == .rows ? changeSet.ofRows(from: old, to: entry.counts) : changeSet
        return changeSet.offset(sections: origin.section, rows: origin.row)?.changes ?? []
    }

    /// Returns the insertion of a whole child.
    func arrived(_ entry: StackEntry<Item>) -> [Change] {
        let start = start(of: entry)
        return (start..<start + size(of: entry)).map(insertion)
    }

    /// Returns the changes from the blocks of the `old` children to the blocks of the present children.
    func rearranged(from old: [StackEntry<Item>]) -> [Change] {
        let difference = ListDifference(from: old.map(ObjectIdentifier.init), to: entries.map(ObjectIdentifier.init))
        let before = blocks(of: old)
        let after = blocks(of: entries)
        let deletions = difference.deletions.flatMap { before[$0].map(deletion) }
        let insertions = difference.insertions.flatMap { after[$0].map(insertion) }
        let moves = difference.moves.flatMap { move in zip(before[move.from], after[move.to]).map(self.move) }
        return deletions + insertions + moves
    }

    /// Adds a change of the one section above the rows. A section with another id replaces it with all its rows.
    func withHeader(_ changes: [Change]) -> [Change] {
        guard stacking == .rows else { return changes }
        let new = header()
        defer { shownHeader = new }
        guard let old = shownHeader, old != new else { return changes }
        return old.id.isSpelled(like: new.id)
            ? changes + [.sectionChanged(0)] : [.sectionDeleted(0), .sectionInserted(0)]
    }

    /// Reports a change, once the list is known.
    func notify(_ changes: [Change]) {
        guard isLoaded, !changes.isEmpty else { return }
        observers.notify(.changed(ChangeSet(changes)))
    }

    /// Returns the number of rows, or of sections, that a child has here.
    private func size(of entry: StackEntry<Item>) -> Int {
        stacking == .rows ? entry.rowCount : entry.counts.count
    }

    private func start(of entry: StackEntry<Item>) -> Int {
        entries.prefix { $0 !== entry }.reduce(0) { $0 + size(of: $1) }
    }

    private func origin(at start: Int) -> IndexPath {
        stacking == .rows ? IndexPath(section: 0, row: start) : IndexPath(section: start, row: 0)
    }

    private func blocks(of entries: [StackEntry<Item>]) -> [Range<Int>] {
        var start = 0
        return entries.map { entry in
            defer { start += size(of: entry) }
            return start..<start + size(of: entry)
        }
    }

    private func deletion(_ number: Int) -> Change {
        stacking == .rows ? .rowDeleted(origin(at: number)) : .sectionDeleted(number)
    }

    private func insertion(_ number: Int) -> Change {
        stacking == .rows ? .rowInserted(origin(at: number)) : .sectionInserted(number)
    }

    private func move(_ from: Int, _ to: Int) -> Change {
        stacking == .rows ? .rowMoved(from: origin(at: from), to: origin(at: to)) : .sectionMoved(from: from, to: to)
    }
}
