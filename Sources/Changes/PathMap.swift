/// Where each row of a list stands after a change set: the map from a previous index path to the present one.
///
///     PathMap([.rowDeleted(IndexPath(section: 0, row: 2))])[IndexPath(section: 0, row: 5)]   // 0-4
///
/// Made once per change set in O(c log c), asked any number of times in O(log c), where c is the number of changes.
/// Rows of a section that is said to have changed are taken to stand where they stood, but for changes that are listed.
public struct PathMap: Sendable {
    private var sections = Shifts()
    private var movedSections: [Int: Int] = [:]
    private var rows: [Int: Shifts] = [:]  // what left, by the old section; what arrived, by the new one
    private var arrivals: [Int: Shifts] = [:]
    private var moved: [IndexPath: IndexPath] = [:]

    /// The map of one change set in batch coordinates.
    public init(_ changeSet: ChangeSet) {
        for change in changeSet.changes { note(change) }
        sections.sort()
        for section in rows.keys { rows[section]?.sort() }
        for section in arrivals.keys { arrivals[section]?.sort() }
    }

    private mutating func note(_ change: Change) {
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

    /// The present number of the section that had `number`, or `nil` when it is gone.
    public func section(_ number: Int) -> Int? {
        movedSections[number] ?? sections.position(of: number)
    }

    /// The present place of the row that was at `path`, or `nil` when it is gone.
    public subscript(path: IndexPath) -> IndexPath? {
        moved[path] ?? unmoved(path)
    }

    /// The present place of the row that was at `path`, or `nil` when it is gone or was moved: what an anchor follows.
    /// A row whose section moved was not.
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
