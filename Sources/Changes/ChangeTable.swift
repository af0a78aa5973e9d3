/// The changes of a change set by position, checked: positions exist, and nothing leaves or arrives twice.
struct ChangeTable {
    let oldCounts: [Int]
    let newCounts: [Int]
    let map: PathMap
    /// Departures by old position, arrivals by new position.
    private(set) var sectionsLeaving: [Int: Change] = [:]
    private(set) var sectionsArriving: [Int: Change] = [:]
    private(set) var rowsLeaving: [IndexPath: Change] = [:]
    private(set) var rowsArriving: [IndexPath: Change] = [:]
    /// By old position.
    private(set) var changedSections: Set<Int> = []
    private(set) var changedRows: Set<IndexPath> = []

    /// Sorts and checks the changes of a list that had `oldCounts` rows in its sections and has `newCounts` now.
    init(_ changeSet: ChangeSet, from oldCounts: [Int], to newCounts: [Int]) throws(ChangeSetError) {
        self.oldCounts = oldCounts
        self.newCounts = newCounts
        map = PathMap(changeSet)
        for change in changeSet.changes { try record(change) }
        try checkCounts()
        try checkChanged()
    }

    private mutating func record(_ change: Change) throws(ChangeSetError) {
        switch change {
        case .sectionInserted(let section): try arrive(section, change)
        case .sectionDeleted(let section): try leave(section, change)
        case .sectionMoved(let from, let to):
            try leave(from, change)
            try arrive(to, change)
        case .sectionChanged(let section):
            guard oldCounts.indices.contains(section) else { throw .noSuchPlace(change) }
            changedSections.insert(section)
        case .rowInserted(let path): try arrive(path, change)
        case .rowDeleted(let path): try leave(path, change)
        case .rowMoved(let from, let to):
            try leave(from, change)
            try arrive(to, change)
        case .rowChanged(let path):
            guard oldCounts.have(path) else { throw .noSuchPlace(change) }
            changedRows.insert(path)
        }
    }

    private mutating func leave(_ section: Int, _ change: Change) throws(ChangeSetError) {
        guard oldCounts.indices.contains(section) else { throw .noSuchPlace(change) }
        if let other = sectionsLeaving.updateValue(change, forKey: section) { throw .contradiction(other, change) }
    }

    private mutating func arrive(_ section: Int, _ change: Change) throws(ChangeSetError) {
        guard newCounts.indices.contains(section) else { throw .noSuchPlace(change) }
        if let other = sectionsArriving.updateValue(change, forKey: section) { throw .contradiction(other, change) }
    }

    private mutating func leave(_ path: IndexPath, _ change: Change) throws(ChangeSetError) {
        guard oldCounts.have(path) else { throw .noSuchPlace(change) }
        if let other = rowsLeaving.updateValue(change, forKey: path) { throw .contradiction(other, change) }
    }

    private mutating func arrive(_ path: IndexPath, _ change: Change) throws(ChangeSetError) {
        guard newCounts.have(path) else { throw .noSuchPlace(change) }
        if let other = rowsArriving.updateValue(change, forKey: path) { throw .contradiction(other, change) }
    }

    /// Checks that each section without a content change has as many rows as the row changes imply.
    private func checkCounts() throws(ChangeSetError) {
        let count = oldCounts.count - sectionsLeaving.count + sectionsArriving.count
        guard count == newCounts.count else { throw .wrongSectionCount(expected: newCounts.count, found: count) }
        var left: [Int: Int] = [:]
        var arrived: [Int: Int] = [:]
        for path in rowsLeaving.keys { left[path.section, default: 0] += 1 }
        for path in rowsArriving.keys { arrived[path.section, default: 0] += 1 }
        for old in oldCounts.indices where !changedSections.contains(old) {
            guard let new = map.section(old) else { continue }
            let count = oldCounts[old] - left[old, default: 0] + arrived[new, default: 0]
            guard count == newCounts[new] else {
                throw .wrongRowCount(section: new, expected: newCounts[new], found: count)
            }
        }
    }

    /// Checks that no changed section or row was deleted.
    private func checkChanged() throws(ChangeSetError) {
        for section in changedSections.sorted() {
            guard case .sectionDeleted = sectionsLeaving[section] else { continue }
            throw .contradiction(.sectionChanged(section), .sectionDeleted(section))
        }
        if let path = changedRows.filter({ map[$0] == nil }).min() {
            throw .contradiction(.rowChanged(path), rowsLeaving[path] ?? .sectionDeleted(path.section))
        }
    }
}

extension [Int] {
    /// Whether a list with these numbers of rows in its sections has a row at this path.
    fileprivate func have(_ path: IndexPath) -> Bool {
        indices.contains(path.section) && (0..<self[path.section]).contains(path.row)
    }
}
