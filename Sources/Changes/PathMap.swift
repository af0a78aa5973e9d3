/// The map from a row's old index path to its new one, for one change set.
///
///     PathMap([.rowDeleted(IndexPath(section: 0, row: 2))])[IndexPath(section: 0, row: 5)]   // 0-4
///
/// Creation is O(c log c) and each lookup O(log c), where c is the number of changes. Rows of a changed section are
/// assumed to stay in place, except for listed changes.
public struct PathMap: Sendable {
    private var sections = Shifts()
    private var movedSections: [Int: Int] = [:]
    private var rows: [Int: Shifts] = [:]  // rows that left, by old section
    private var arrivals: [Int: Shifts] = [:]  // rows that arrived, by new section
    private var moved: [IndexPath: IndexPath] = [:]

    /// Creates the map of one change set in batch coordinates.
    public init(_ changeSet: ChangeSet) {
        for change in changeSet.changes { record(change) }
        sections.sort()
        for section in rows.keys { rows[section]?.sort() }
        for section in arrivals.keys { arrivals[section]?.sort() }
    }

    private mutating func record(_ change: Change) {
        switch change {
        case .sectionInserted(let section): sections.arrived.append(section)
        case .sectionDeleted(let section): sections.left.append(section)
        case .sectionMoved(let from, let to):
            sections.left.append(from)
            sections.arrived.append(to)
            movedSections[from] = to
        case .rowInserted(let path): arrivals[path.section, default: Shifts()].arrived.append(path.row)
        case .rowDeleted(let path): rows[path.section, default: Shifts()].left.append(path.row)
        case .rowMoved(let from, let to):
            rows[from.section, default: Shifts()].left.append(from.row)
            arrivals[to.section, default: Shifts()].arrived.append(to.row)
            moved[from] = to
        case .sectionChanged, .rowChanged: break
        }
    }

    /// Returns the new number of the section with the old `number`; `nil` when it was deleted.
    public func section(_ number: Int) -> Int? {
        movedSections[number] ?? sections.position(of: number)
    }

    /// Returns the new path of the row at the old `path`; `nil` when it was deleted.
    public subscript(path: IndexPath) -> IndexPath? {
        moved[path] ?? unmoved(path)
    }

    /// Returns the new path of the row at the old `path`; `nil` when it was deleted or moved. A scroll anchor uses it.
    /// A row whose section moved counts as not moved.
    public func unmoved(_ path: IndexPath) -> IndexPath? {
        guard let section = section(path.section) else { return nil }
        var row = path.row
        if let left = rows[path.section] {
            guard let rank = left.rank(of: row) else { return nil }
            row = rank
        }
        return IndexPath(section: section, row: arrivals[section]?.place(of: row) ?? row)
    }
}
