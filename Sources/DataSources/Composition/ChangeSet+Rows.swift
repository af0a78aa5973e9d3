import Changes

extension ChangeSet {
    /// What this means for the rows of a list where only the rows are shown: its sections had `old` rows before, and have
    /// `new` ones now.
    ///
    /// When a section changed and the rows that are listed do not explain its new length, all its rows go and come.
    func ofRows(from old: [Int], to new: [Int]) -> ChangeSet {
        if old.count <= 1, new.count <= 1 { return ofRows(old: old.first ?? 0, new: new.first ?? 0) }
        return ofRowsCountedThrough(from: old, to: new)
    }

    /// The same for several sections, whose rows are counted through. O(rows).
    private func ofRowsCountedThrough(from old: [Int], to new: [Int]) -> ChangeSet {
        let starts = old.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let numbers = old.indices.map { Array(starts[$0]..<starts[$0 + 1]) }
        let structure = changes.filter { if case .rowChanged = $0 { false } else { true } }
        let rows = structure.filter { if case .sectionChanged = $0 { false } else { true } }
        var arrivals = starts[old.count]..<Int.max  // rows that come have numbers of their own
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

    /// The same for one section at most.
    private func ofRows(old: Int, new: Int) -> ChangeSet {
        var rows = RowChanges()
        for change in changes { rows.note(change) }
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

/// The changes of rows of a change set, and whether the section went or came around them.
private struct RowChanges {
    var listed: [Change] = []
    var sectionLeft = false
    var sectionArrived = false
    var sectionChanged = false
    /// By how much the section became longer, as listed.
    var growth = 0
    var movedFrom: Set<Int> = []
    var movedTo: Set<Int> = []

    mutating func note(_ change: Change) {
        switch change {
        case .sectionInserted: sectionArrived = true
        case .sectionDeleted: sectionLeft = true
        case .sectionChanged: sectionChanged = true
        case .sectionMoved: break  // the only section, onto its own place
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

    /// Whether the coming or going of the section says it already.
    func isImplied(_ change: Change) -> Bool {
        switch change {
        case .rowInserted: sectionArrived
        case .rowDeleted: sectionLeft
        case .rowChanged(let path): sectionLeft && !movedFrom.contains(path.row)
        default: false
        }
    }
}
