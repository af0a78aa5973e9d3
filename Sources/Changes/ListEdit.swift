/// One step from one list of sections of rows to another. Steps are sequential: each holds for the list that the steps
/// before it have made, as the operations of a JSON Patch do (RFC 6902 section 3).
public enum ListEdit: Equatable, Sendable {
    /// Takes the row out for good.
    case removeRow(IndexPath)
    /// Puts an empty section in: `target` is its number in the new list.
    case insertSection(Int, target: Int)
    /// Takes the section out and puts it in at `to`.
    case moveSection(from: Int, to: Int)
    /// Takes the row out and puts it in at `to`, counted without it.
    case moveRow(from: IndexPath, to: IndexPath)
    /// Puts a row in: `target` is its place in the new list.
    case insertRow(IndexPath, target: IndexPath)
    /// Takes an empty section out.
    case removeSection(Int)
}

/// A section's identity and its rows' identities, in order.
public struct SectionRows<ID: Hashable & Sendable>: Equatable, Sendable {
    /// The identity of the section, unique in the list.
    public var id: ID
    /// The identities of its rows, each unique in the whole list.
    public var rows: [ID]

    /// A section of rows.
    public init(id: ID, rows: [ID]) {
        self.id = id
        self.rows = rows
    }
}

extension ListEdit {
    /// The steps that turn `old` into `new`: rows that are gone leave first, then sections come and move, rows move and
    /// come, and empty sections leave. Rows and sections that can stay where they are do (``ListDifference``).
    ///
    /// O(n) for the parts that stay, O(n) more for each row that moves or comes; meant for windows, not for whole lists.
    public static func steps<ID>(from old: [SectionRows<ID>], to new: [SectionRows<ID>]) -> [ListEdit] {
        var editor = ListEditor(old)
        editor.removeRows(absentFrom: Set(new.lazy.flatMap(\.rows)))
        editor.arrangeSections(as: new.map(\.id))
        for section in new.indices { editor.arrangeRows(of: section, in: new) }
        editor.removeSections(absentFrom: Set(new.lazy.map(\.id)))
        return editor.edits
    }
}

/// A list under edit, and the edits made so far.
private struct ListEditor<ID: Hashable & Sendable> {
    var sections: [SectionRows<ID>]
    var edits: [ListEdit] = []

    init(_ sections: [SectionRows<ID>]) {
        self.sections = sections
    }

    mutating func removeRows(absentFrom kept: Set<ID>) {
        for section in sections.indices.reversed() {
            for row in sections[section].rows.indices.reversed() where !kept.contains(sections[section].rows[row]) {
                sections[section].rows.remove(at: row)
                edits.append(.removeRow(IndexPath(section: section, row: row)))
            }
        }
    }

    mutating func arrangeSections(as target: [ID]) {
        let difference = ListDifference(from: sections.map(\.id), to: target)
        let misplaced = (difference.moves.map(\.to) + difference.insertions).sorted()
        for number in misplaced {
            let source = sections.firstIndex { $0.id == target[number] }
            let section = source.map { sections.remove(at: $0) } ?? SectionRows(id: target[number], rows: [])
            let place = number == 0 ? 0 : (sections.firstIndex { $0.id == target[number - 1] } ?? -1) + 1
            sections.insert(section, at: place)
            edits.append(source.map { .moveSection(from: $0, to: place) } ?? .insertSection(place, target: number))
        }
    }

    mutating func arrangeRows(of number: Int, in new: [SectionRows<ID>]) {
        let target = new[number].rows
        guard let section = sections.firstIndex(where: { $0.id == new[number].id }) else { return }
        let difference = ListDifference(from: sections[section].rows, to: target)
        let misplaced = (difference.moves.map(\.to) + difference.insertions).sorted()
        for row in misplaced {
            let source = take(target[row], expectedIn: section)
            let before = row == 0 ? nil : sections[section].rows.firstIndex(of: target[row - 1])
            let place = IndexPath(section: section, row: before.map { $0 + 1 } ?? 0)
            sections[section].rows.insert(target[row], at: place.row)
            edits.append(
                source.map { .moveRow(from: $0, to: place) }
                    ?? .insertRow(place, target: IndexPath(section: number, row: row)))
        }
    }

    /// Takes a row out of wherever it stands, most likely its own section.
    private mutating func take(_ id: ID, expectedIn section: Int) -> IndexPath? {
        for candidate in [section] + sections.indices where sections.indices.contains(candidate) {
            guard let row = sections[candidate].rows.firstIndex(of: id) else { continue }
            sections[candidate].rows.remove(at: row)
            return IndexPath(section: candidate, row: row)
        }
        return nil
    }

    mutating func removeSections(absentFrom kept: Set<ID>) {
        for section in sections.indices.reversed() where !kept.contains(sections[section].id) {
            sections.remove(at: section)
            edits.append(.removeSection(section))
        }
    }
}
