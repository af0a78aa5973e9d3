import Changes

extension ChangeSet {
    /// What this means for the rows of a list of one section at most, where only the rows are shown: `old` rows before,
    /// `new` ones now.
    ///
    /// When the section changed and the rows that are listed do not explain its new length, all rows go and come.
    func ofRows(old: Int, new: Int) -> ChangeSet {
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
