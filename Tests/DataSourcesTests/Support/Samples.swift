import Changes
import DataSources
import Loop

/// A model of a row.
struct Person: Identifiable, Equatable {
    let id: String
    var age = 0

    static func == (left: Person, right: Person) -> Bool {
        ExactName(left.id) == ExactName(right.id) && left.age == right.age
    }
}

/// Similar names: letters in several spellings, syllables, and joined characters.
let lookalikes = [
    "caf\u{e9}", "cafe\u{301}", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}", "\u{1F469}\u{200D}\u{1F680}",
    "\u{1F469}\u{1F680}",
    "\u{212b}", "\u{c5}", "A\u{30a}",
]

/// An item that records its calls.
@SceneActor final class Cell: EditableRow, Equatable {
    let name: String
    var rights: RowRights
    private(set) var edits: [RowEdit] = []

    init(_ name: String, rights: RowRights = []) {
        self.name = name
        self.rights = rights
    }

    convenience init(_ person: Person) {
        self.init("\(person.id) \(person.age)")
    }

    func perform(_ edit: RowEdit) async throws {
        edits.append(edit)
    }

    nonisolated static func == (left: Cell, right: Cell) -> Bool { left === right }
}

/// A list of cells of these names, in a section of the name of the list.
@SceneActor func cells(_ section: String, _ names: [String], rights: RowRights = []) -> ArrayDataSource<Cell> {
    ArrayDataSource(names.map { Cell($0, rights: rights) }, section: Section(id: section), id: \.name)
}

func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

extension DataSource {
    /// The identities of all rows, section by section.
    var outline: [[String]] {
        (0..<sectionCount).map { section in
            (0..<rowCount(in: section)).map { id(at: IndexPath(section: section, row: $0)) }
        }
    }

    /// The same, compared byte by byte.
    var names: [[ExactName]] { outline.map { $0.map { ExactName($0) } } }

    var sections: [Section] { (0..<sectionCount).map { section(at: $0) } }

    var items: [[Item?]] {
        (0..<sectionCount).map { section in
            (0..<rowCount(in: section)).map { item(at: IndexPath(section: section, row: $0)) }
        }
    }
}
