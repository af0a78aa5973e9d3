extension ChangeSet {
    /// Returns the changes as sequential steps, each in the coordinates of the list after the previous steps.
    ///
    ///     let changes = ChangeSet([2, 3, 4].map { .rowDeleted(IndexPath(section: 0, row: $0)) })
    ///     try changes.edits(from: [8], to: [5])   // removes rows 4, 3 and 2
    ///
    /// - Parameters:
    ///   - oldCounts: The old number of rows in each section.
    ///   - newCounts: The new number of rows in each section.
    /// - Throws: ``ChangeSetError`` when the changes contradict each other or the counts.
    /// - Complexity: O(c log c + m c) for c changes (including rows of inserted, deleted or changed sections), m of
    ///   them moves.
    public func edits(from oldCounts: [Int], to newCounts: [Int]) throws(ChangeSetError) -> [ListEdit] {
        var plan = EditPlan(try ChangeTable(self, from: oldCounts, to: newCounts))
        return plan.run()
    }

    /// Applies the changes to the rows of a list, section by section. Rows that stay or move are taken from `old`,
    /// inserted or changed rows from `new`. The result is `new` if the change set is correct.
    ///
    ///     #expect(try changes.apply(to: old, new: new) == new)
    ///
    /// - Throws: ``ChangeSetError`` when the changes contradict each other or the lists.
    public func apply<Row>(to old: [[Row]], new: [[Row]]) throws(ChangeSetError) -> [[Row]] {
        try apply(to: old, counts: new.map(\.count)) { new[$0.section][$0.row] }
    }

    /// Applies the changes to the rows of a list, section by section.
    ///
    /// - Parameters:
    ///   - old: The old rows.
    ///   - newCounts: The new number of rows in each section.
    ///   - row: Returns the inserted or changed row at a new path.
    /// - Throws: ``ChangeSetError`` when the changes contradict each other or the counts.
    public func apply<Row>(
        to old: [[Row]], counts newCounts: [Int], row: (IndexPath) -> Row
    ) throws(ChangeSetError) -> [[Row]] {
        var list = old
        for edit in try edits(from: old.map(\.count), to: newCounts) {
            switch edit {
            case .removeRow(let path): list[path.section].remove(at: path.row)
            case .insertSection(let place, _): list.insert([], at: place)
            case .moveSection(let from, let to): list.insert(list.remove(at: from), at: to)
            case .moveRow(let from, let to):
                let moved = list[from.section].remove(at: from.row)
                list[to.section].insert(moved, at: to.row)
            case .insertRow(let path, let target): list[path.section].insert(row(target), at: path.row)
            case .removeSection(let place): list.remove(at: place)
            case .changeSection: break
            case .changeRow(let path): list[path.section][path.row] = row(path)
            }
        }
        return list
    }
}
