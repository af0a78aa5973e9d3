/// Where each row of a list stands after a change set: the map from a previous index path to the present one.
///
///     PathMap([.rowDeleted(IndexPath(section: 0, row: 2))])[IndexPath(section: 0, row: 5)]   // 0-4
///
/// Made once per change set in O(c log c), asked any number of times in O(log c), where c is the number of changes.
public struct PathMap: Sendable {
    private var sections = Shifts()
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
        case .rowInserted(let path): arrivals[path.section, default: Shifts()].arrived.append(path.row)
        case .rowDeleted(let path): rows[path.section, default: Shifts()].left.append(path.row)
        case .rowMoved(let from, let to):
            rows[from.section, default: Shifts()].left.append(from.row)
            arrivals[to.section, default: Shifts()].arrived.append(to.row)
            moved[from] = to
        case .sectionChanged, .rowChanged: break
        }
    }

    /// The present place of the row that was at `path`, or `nil` when it is gone.
    public subscript(path: IndexPath) -> IndexPath? {
        moved[path] ?? unmoved(path)
    }

    /// The present place of the row that was at `path`, or `nil` when it is gone or was moved: what an anchor follows.
    public func unmoved(_ path: IndexPath) -> IndexPath? {
        guard let section = sections.position(of: path.section) else { return nil }
        var row = path.row
        if let left = rows[path.section] {
            guard let rank = left.rank(of: row) else { return nil }
            row = rank
        }
        return IndexPath(section: section, row: arrivals[section]?.place(of: row) ?? row)
    }
}

/// Positions that left a sequence and positions that arrived in it, both ascending.
private struct Shifts: Sendable {
    var left: [Int] = []
    var arrived: [Int] = []

    mutating func sort() {
        left.sort()
        arrived.sort()
    }

    func position(of old: Int) -> Int? { rank(of: old).map(place) }

    /// The rank of `old` among those that did not leave.
    func rank(of old: Int) -> Int? {
        let before = left.partitioningIndex { $0 >= old }
        return before < left.count && left[before] == old ? nil : old - before
    }

    /// The position of the survivor of this rank among the arrivals: those at index i arrive before it
    /// when `arrived[i] - i <= rank`, which is monotonic in i.
    func place(of rank: Int) -> Int {
        var low = 0
        var high = arrived.count
        while low < high {
            let middle = (low + high) / 2
            if arrived[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }
}

extension Array {
    /// The first index whose element fulfils a predicate that is false before it and true from it on. O(log n).
    fileprivate func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
