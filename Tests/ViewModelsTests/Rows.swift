import Changes
import DataSources
import Loop
import Observables

/// Sections of rows that a test changes by hand.
@SceneActor final class Rows<Item>: DataSource {
    private(set) var sections: [[(id: String, item: Item)]]
    private(set) var isEditing = false
    private(set) var edits: [(edit: RowEdit, path: IndexPath)] = []
    private let observers = Observers<ListEvent>()

    init(_ sections: [(id: String, item: Item)]...) {
        self.sections = sections
    }

    var isLoaded = true
    func checkIsCurrent() -> Bool { true }
    var readAt: ContinuousClock.Instant? { .now }
    var sectionCount: Int { sections.count }
    func section(at number: Int) -> Section { Section(id: "section \(number)") }
    func rowCount(in section: Int) -> Int { sections[section].count }
    func id(at path: IndexPath) -> String { sections[path.section][path.row].id }
    func item(at path: IndexPath) -> Item? { sections[path.section][path.row].item }
    func display(_ ranges: [Range<Int>]) {}
    func setEditing(_ isEditing: Bool) { self.isEditing = isEditing }
    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { observers.add(body) }

    func position(of id: String) -> Int? {
        sections.joined().enumerated().first { $0.element.id == id }?.offset
    }

    func perform(_ edit: RowEdit, at path: IndexPath) async throws {
        guard let row = item(at: path) as? any EditableRow, row.rights.contains(edit.right) else {
            throw EditRefusal.notAllowed(edit.right)
        }
        edits.append((edit, path))
        try await row.perform(edit)
    }

    func replace(_ sections: [(id: String, item: Item)]..., telling changes: ChangeSet) {
        self.sections = sections
        observers.notify(.changed(changes))
    }

    func answer() {
        isLoaded = true
        observers.notify(.loaded)
    }
}
