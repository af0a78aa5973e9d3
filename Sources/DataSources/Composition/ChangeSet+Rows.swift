import Changes

extension ChangeSet {
    /// Returns the row changes for a list that shows the rows only. The sections had `old` rows before and have `new`
    /// rows now.
    ///
    /// If a section changed and the listed row changes do not explain its new length, all its rows are replaced.
    func ofRows(from old: [Int], to new: [Int]) -> ChangeSet {
        if old.count <= 1, new.count <= 1 { return ofRows(old: old.first ?? 0, new: new.first ?? 0) }
        return ofRowsCountedThrough(from: old, to: new)
    }

    /// Does this for several sections, with rows counted through them. O(rows).
    private func ofRowsCountedThrough(from old: [Int], to new: [Int]) -> ChangeSet {
        let starts = old.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let numbers = old.indices.map { Array(starts[$0]..<starts[$0 + 1]) }
        let structure = changes.filter { if case .rowChanged = $0 { false } else { true } }
        let rows = structure.filter { if case .sectionChanged = $0 { false } else { true } }
        var arrivals = starts[old.count]..<Int.max  // inserted rows get numbers of their own
        let arranged = [rows, structure].lazy.compactMap { changes in
            try? ChangeSet(changes).apply(to: numbers, counts: new) { _ in arrivals.removeFirst() }
        }.first
        let present = arranged?.flatMap(\.self) ?? Array(arrivals.prefix(new.reduce(0, +)))
        let kept = Set(present)
        let changed = changes.compactMap { change -> Int? in
            guard case .rowChanged(let path) = change, old.indices.contains(path.section) else { return nil }
            return starts[path.section] + path.row
        }
        var changeSet = ListDifference(from: Array(0..<starts[old.count]), to: present).changeSet()
        changeSet.changes += changed.filter(kept.contains).map { .rowChanged(IndexPath(section: 0, row: $0)) }
        return changeSet
    }

    /// Does this for at most one section.
    private func ofRows(old: Int, new: Int) -> ChangeSet {
        var rows = RowChanges()
        for change in changes { rows.record(change) }
        if rows.sectionChanged, old + rows.growth != new { rows.replaceSection() }
        guard rows.sectionLeft || rows.sectionArrived else { return ChangeSet(rows.listed) }
        let left = rows.sectionLeft ? (0..<old).filter { !rows.movedFrom.contains($0) } : []
        let arrived = rows.sectionArrived ? (0..<new).filter { !rows.movedTo.contains($0) } : []
        let listed = rows.listed.filter { !rows.isImplied($0) }
        return ChangeSet(
            left.map { .rowDeleted(IndexPath(section: 0, row: $0)) }
                + arrived.map { .rowInserted(IndexPath(section: 0, row: $0)) } + listed)
    }
}

/// The row changes in a change set, and whether the section around them was removed or inserted.
private struct RowChanges {
    var listed: [Change] = []
    var sectionLeft = false
    var sectionArrived = false
    var sectionChanged = false
    /// The section's growth in rows according to the listed changes.
    var growth = 0
    var movedFrom: Set<Int> = []
    var movedTo: Set<Int> = []

    mutating func record(_ change: Change) {
        switch change {
        case .sectionInserted: sectionArrived = true
        case .sectionDeleted: sectionLeft = true
        case .sectionChanged: sectionChanged = true
        case .sectionMoved: break  // the only section, so its position stays
        case .rowMoved(let from, let to):
            movedFrom.insert(from.row)
            movedTo.insert(to.row)
            listed.append(change)
        case .rowInserted:
            growth += 1
            listed.append(change)
        case .rowDeleted:
            growth -= 1
            listed.append(change)
        case .rowChanged: listed.append(change)
        }
    }

    mutating func replaceSection() {
        sectionLeft = true
        sectionArrived = true
    }

    /// Whether the removal or insertion of the section implies this change.
    func isImplied(_ change: Change) -> Bool {
        switch change {
        case .rowInserted: sectionArrived
        case .rowDeleted: sectionLeft
        case .rowChanged(let path): sectionLeft && !movedFrom.contains(path.row)
        default: false
        }
    }
}
