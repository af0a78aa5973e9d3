/// The conversion from batch coordinates to sequential steps.
struct EditPlan {
    private let table: ChangeTable
    private var sections: EditTrack
    private var rows: [EditTrack]  // by the new number of the section; those of deleted sections follow
    private var edits: [ListEdit] = []

    /// Creates a plan for checked changes.
    init(_ table: ChangeTable) {
        self.table = table
        let leaving = table.sectionsLeaving.keys.sorted()
        sections = EditTrack(leaving: leaving, pending: leaving, arrivals: table.sectionsArriving.keys.sorted())
        rows = Array(repeating: EditTrack(), count: table.newCounts.count + table.oldCounts.count)
    }

    /// Returns the steps. O(c log c) for c changes, and O(c) more for each row that moves.
    mutating func run() -> [ListEdit] {
        removeRows()
        arrangeSections()
        arrangeRows()
        removeSections()
        changeContent()
        return edits
    }

    /// 1. Deletes rows; the other rows that leave their position are recorded for later.
    private mutating func removeRows() {
        let leaving = Dictionary(grouping: table.rowsLeaving.keys, by: \.section).mapValues { $0.map(\.row).sorted() }
        let arriving = Dictionary(grouping: table.rowsArriving.keys, by: \.section).mapValues { $0.map(\.row).sorted() }
        for old in table.oldCounts.indices.reversed() {
            let isReplaced = isReplaced(old)
            let rows = isReplaced ? Array(0..<table.oldCounts[old]) : leaving[old, default: []]
            let moved = rows.filter { isMoved(IndexPath(section: old, row: $0)) }
            var goes = rows[...]
            var stays = moved[...]
            while let row = goes.popLast() {
                if stays.last == row {
                    stays.removeLast()
                } else {
                    edits.append(.removeRow(IndexPath(section: old, row: row)))
                }
            }
            let new = table.map.section(old)
            let arrivals = new.map { isReplaced ? Array(0..<table.newCounts[$0]) : arriving[$0, default: []] }
            self.rows[track(of: old)] = EditTrack(leaving: rows, pending: moved, arrivals: arrivals ?? [])
        }
        for case (let new, .sectionInserted) in table.sectionsArriving {
            self.rows[new] = EditTrack(arrivals: Array(0..<table.newCounts[new]))
        }
    }

    /// 2. Inserts and moves sections.
    private mutating func arrangeSections() {
        for new in sections.arrivals {
            guard case .sectionMoved(let old, _) = table.sectionsArriving[new] else {
                edits.append(.insertSection(sections.arrive(), target: new))
                continue
            }
            let from = sections.leave(old)
            edits.append(.moveSection(from: from, to: sections.arrive()))
        }
    }

    /// 3. Moves and inserts rows, in the order of their new positions.
    private mutating func arrangeRows() {
        for new in table.newCounts.indices {
            let section = sections.place(of: new)
            for row in rows[new].arrivals {
                let target = IndexPath(section: new, row: row)
                guard case .rowMoved(let old, _) = table.rowsArriving[target] else {
                    edits.append(.insertRow(IndexPath(section: section, row: rows[new].arrive()), target: target))
                    continue
                }
                let from = IndexPath(section: place(of: old.section), row: rows[track(of: old.section)].leave(old.row))
                edits.append(.moveRow(from: from, to: IndexPath(section: section, row: rows[new].arrive())))
            }
        }
    }

    /// 4. Removes deleted sections.
    private mutating func removeSections() {
        for case (let old, .sectionDeleted) in table.sectionsLeaving.sorted(by: { $0.key > $1.key }) {
            edits.append(.removeSection(sections.leave(old)))
        }
    }

    /// 5. Changes content at its new position; the rows of a replaced section are new already.
    private mutating func changeContent() {
        edits += table.changedSections.compactMap(table.map.section).sorted().map(ListEdit.changeSection)
        let changed = table.changedRows.filter { isMoved($0) || !table.changedSections.contains($0.section) }
        edits += changed.compactMap { table.map[$0] }.sorted().map(ListEdit.changeRow)
    }

    /// Whether all rows of a section leave, except those that move.
    private func isReplaced(_ old: Int) -> Bool {
        table.changedSections.contains(old) || table.map.section(old) == nil
    }

    private func isMoved(_ old: IndexPath) -> Bool {
        if case .rowMoved = table.rowsLeaving[old] { true } else { false }
    }

    private func track(of old: Int) -> Int { table.map.section(old) ?? table.newCounts.count + old }

    /// Returns the current position of a section, by its old number.
    private func place(of old: Int) -> Int {
        table.map.section(old).map { sections.place(of: $0) } ?? sections.place(ofPending: old)
    }
}
