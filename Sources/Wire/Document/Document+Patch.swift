import Changes
import DataSources
import JSON
import ViewModels

extension Document {
    /// Returns the JSON Patch from `old` to this document, as bytes, or `nil` if nothing differs (protocol, section 3).
    ///
    /// Rows are removed, moved and added one by one with minimal moves. Cells and other members are changed member by
    /// member. If no row is shared, `jumping` replaces the list as a whole, which is the shorter patch for a window
    /// that moved elsewhere.
    package func patch(from old: Document, jumping: Bool = false) -> [UInt8]? {
        var patch = PatchWriter()
        switch (old.list, list) {
        case (let before?, let after?): patch.change(from: before, to: after, jumping: jumping)
        case (nil, nil): break
        default:
            patch.replace("") { $0.raw(bytes) }
            return patch.finish()
        }
        patch.change(from: old.head, to: head)
        patch.change(from: old.tail, to: tail)
        guard patch.count > 0 else { return nil }
        return patch.finish()
    }
}

extension PatchWriter {
    fileprivate mutating func change(from old: DocumentMembers, to new: DocumentMembers) {
        if old.hash.value != new.hash.value { change("", from: .object(old.content), to: .object(new.content)) }
    }

    fileprivate mutating func change(from old: DocumentList, to new: DocumentList, jumping: Bool) {
        if let changes = new.changes(inRowsOf: old) {
            for path in changes { change(new[path], from: old[path]) }
            for (place, section) in new.sections.enumerated() {
                changeHeader(of: section, from: old.sections[place], at: place)
            }
        } else {
            changeRows(old, to: new, jumping: jumping)
        }
        if old.window != new.window { change("/window", from: .object(old.window.json), to: .object(new.window.json)) }
    }

    private mutating func changeRows(_ old: DocumentList, to new: DocumentList, jumping: Bool) {
        let known = Dictionary(old.rows.map { (ExactName($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        if jumping, !known.isEmpty, !new.rows.contains(where: { known[ExactName($0.id)] != nil }) {
            replace("/sections") { new.writeSections(to: &$0) }
            replace("/cells") { new.writeCells(to: &$0) }
        } else {
            rearrange(old, to: new)
            for row in new.rows { if let old = known[ExactName(row.id)] { change(row, from: old) } }
            changeSections(old, to: new)
        }
    }

    private mutating func rearrange(_ old: DocumentList, to new: DocumentList) {
        for edit in ListEdit.steps(from: old.outline, to: new.outline) {
            switch edit {
            case .removeRow(let path):  // removals come first, from the end on: old paths are still valid
                remove(path.pointer)
                remove(cellPointer(old.sections[path.section].rows[path.row].id))
            case .moveRow(let from, let to): move(from: from.pointer, to: to.pointer)
            case .insertRow(let path, let target):
                let row = new.sections[target.section].rows[target.row]
                add(cellPointer(row.id), raw: row.bytes)
                add(path.pointer, .string(row.id))
            case .insertSection(let place, let target):
                var section = new.sections[target].header
                section["rows"] = []
                add("/sections/\(place)", .object(section))
            case .moveSection(let from, let to): move(from: "/sections/\(from)", to: "/sections/\(to)")
            case .removeSection(let place): remove("/sections/\(place)")
            case .changeSection, .changeRow: break  // their content is compared member by member
            }
        }
    }

    private mutating func change(_ row: EncodedCell, from old: EncodedCell) {
        guard old.hash != row.hash else { return }
        change(cellPointer(row.id), from: .object(old.cell.content), to: .object(row.cell.content))
    }

    private mutating func changeSections(_ old: DocumentList, to new: DocumentList) {
        let known = Dictionary(
            old.sections.map { (ExactName($0.section.id), $0) }, uniquingKeysWith: { first, _ in first })
        for (place, section) in new.sections.enumerated() {
            if let old = known[ExactName(section.section.id)] { changeHeader(of: section, from: old, at: place) }
        }
    }

    private mutating func changeHeader(of section: DocumentSection, from old: DocumentSection, at place: Int) {
        guard !section.hasHeader(of: old) else { return }
        change("/sections/\(place)", from: .object(old.header), to: .object(section.header))
    }
}

private func cellPointer(_ id: String) -> String {
    "/cells/" + JSONPointer.escaped(id)
}

extension IndexPath {
    fileprivate var pointer: String { "/sections/\(section)/rows/\(row)" }
}

extension DocumentList {
    fileprivate subscript(path: IndexPath) -> EncodedCell { sections[path.section].rows[path.row] }

    /// Returns the paths of changed cells if both lists have the same rows in the same places, as after most changes;
    /// otherwise `nil`. Compares one address for each row.
    fileprivate func changes(inRowsOf other: DocumentList) -> [IndexPath]? {
        guard sections.count == other.sections.count else { return nil }
        var changes: [IndexPath] = []
        for number in sections.indices {
            let (section, old) = (sections[number], other.sections[number])
            guard ExactName(section.section.id) == ExactName(old.section.id), section.rows.count == old.rows.count
            else {
                return nil
            }
            for row in section.rows.indices where section.rows[row] !== old.rows[row] {
                guard section.rows[row].isSameRow(as: old.rows[row]) else { return nil }
                changes.append(IndexPath(section: number, row: row))
            }
        }
        return changes
    }

    fileprivate var outline: [SnapshotSection<ExactName, ExactName>] {
        sections.map { SnapshotSection(ExactName($0.section.id), items: $0.rows.map { ExactName($0.id) }) }
    }
}
