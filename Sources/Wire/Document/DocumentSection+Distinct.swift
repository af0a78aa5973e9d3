import Changes
import DataSources

extension [DocumentSection] {
    /// Whether two of the sections, or two of their rows, have the same id. O(rows).
    var haveDuplicates: Bool {
        if count > 1, map({ ExactName($0.section.id) }).haveDuplicates { return true }
        let rows = count == 1 ? self[0].rows : flatMap(\.rows)
        return IdentityTable.duplicate(
            among: rows.count, hash: { rows[$0].idHash }, isSame: { rows[$0].isSameRow(as: rows[$1]) }) != nil
    }

    /// The sections with unique ids: duplicate sections are renamed, and duplicate rows are left out.
    var distinct: [DocumentSection] {
        var names = DistinctNames()
        var listed: Set<ExactName> = []
        return map { old in
            var section = old.section
            section.id = names.take(section.id).text
            let rows = old.rows.filter { listed.insert(ExactName($0.id)).inserted }
            return DocumentSection(section: section, start: old.start, count: old.count, rows: rows)
        }
    }
}
