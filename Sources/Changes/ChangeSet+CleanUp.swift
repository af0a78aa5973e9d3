extension ChangeSet {
    /// Returns an equivalent change set in a simpler form:
    ///
    /// 1. A duplicate change is listed once.
    /// 2. "Section i inserted" directly followed by "section i deleted" becomes "section i changed".
    /// 3. A move onto its own position becomes a content change.
    ///
    /// The last two apply only where the other changes leave i in place, so that the resulting list is the same: in
    /// `[a, b, c]` that became `[c, b, a]`, b may well move from 1 to 1. O(c log c) for c changes.
    public func cleanedUp() -> ChangeSet {
        let plain = ChangeSet(changes.withoutRepetition)
        let shifts = ChangeShifts(plain)
        let merged = plain.mergingReplacedSections(shifts.sections)
        return ChangeSet(merged.changes.map { shifts.still($0) ?? $0 }.withoutRepetition)
    }

    private func mergingReplacedSections(_ sections: Shifts) -> ChangeSet {
        var merged: [Change] = []
        for change in changes {
            if case .sectionDeleted(let number) = change, merged.last == .sectionInserted(number),
                sections.isBalanced(at: number)
            {
                merged[merged.count - 1] = .sectionChanged(number)
            } else {
                merged.append(change)
            }
        }
        return ChangeSet(merged)
    }
}

extension [Change] {
    fileprivate var withoutRepetition: [Change] {
        var known: Set<Change> = []
        return filter { known.insert($0).inserted }
    }
}

/// The old and new positions by section: enough to see whether something would stay in place.
private struct ChangeShifts {
    var sections = Shifts()
    private var rows: [Int: Shifts] = [:]

    init(_ changeSet: ChangeSet) {
        for change in changeSet.changes {
            switch change {
            case .sectionInserted(let section): sections.arrived.append(section)
            case .sectionDeleted(let section): sections.left.append(section)
            case .sectionMoved(let from, let to):
                sections.left.append(from)
                sections.arrived.append(to)
            case .rowInserted(let path): rows[path.section, default: Shifts()].arrived.append(path.row)
            case .rowDeleted(let path): rows[path.section, default: Shifts()].left.append(path.row)
            case .rowMoved(let from, let to):
                rows[from.section, default: Shifts()].left.append(from.row)
                rows[to.section, default: Shifts()].arrived.append(to.row)
            case .sectionChanged, .rowChanged: break
            }
        }
        sections.sort()
        for section in rows.keys { rows[section]?.sort() }
    }

    /// Returns the content change for a move that moves nothing.
    func still(_ change: Change) -> Change? {
        switch change {
        case .sectionMoved(let from, let to) where from == to && sections.isBalanced(at: from): .sectionChanged(from)
        case .rowMoved(let from, let to) where from == to && isStill(from): .rowChanged(from)
        default: nil
        }
    }

    private func isStill(_ path: IndexPath) -> Bool {
        let section = sections.position(of: path.section)
        return section == path.section && rows[path.section]?.isBalanced(at: path.row) ?? true
    }
}
