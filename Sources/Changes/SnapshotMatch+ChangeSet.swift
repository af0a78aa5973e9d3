extension SnapshotMatch {
    /// Returns the changes, with the fewest moves.
    @usableFromInline
    func changeSet() -> ChangeSet {
        let isKept = keptSections()
        let goneSections = isKept.indices.filter { !isKept[$0] }
        let difference = ListDifference(sources: sections[...], gone: goneSections)
        var changes: [Change] = []
        changes.reserveCapacity(gone.count + changed.count + gone.count)
        changes += difference.deletions.map(Change.sectionDeleted)
        changes += difference.insertions.map(Change.sectionInserted)
        changes += difference.moves.map { .sectionMoved(from: $0.from, to: $0.to) }
        changes += changedSections.sorted().map { .sectionChanged(Int($0)) }
        for position in gone {
            let path = old.path(of: Int(position))
            if isKept[path.section] { changes.append(.rowDeleted(path)) }
        }
        for section in sections.indices { arrange(section, into: &changes) }
        for position in changed { changes.append(.rowChanged(old.path(of: Int(position)))) }
        return ChangeSet(changes)
    }

    private func keptSections() -> [Bool] {
        var isKept = [Bool](repeating: false, count: old.positions.count - 1)
        for source in sections where source >= 0 { isKept[Int(source)] = true }
        return isKept
    }

    /// Adds the rows inserted in a section, and those moved to it or within it.
    private func arrange(_ section: Int, into changes: inout [Change]) {
        let source = Int(sections[section])
        let home = source < 0 ? 0..<0 : old.rows(of: source)
        let sources = rows[new.rows(of: section)]
        for offset in LongestRun.others(of: sources, in: Int32(home.lowerBound)..<Int32(home.upperBound)) {
            let position = sources[sources.startIndex + offset]
            let path = IndexPath(section: section, row: offset)
            if position >= 0 {
                changes.append(.rowMoved(from: old.path(of: Int(position)), to: path))
            } else if source >= 0 {
                changes.append(.rowInserted(path))
            }
        }
    }
}
