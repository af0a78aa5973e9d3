import Oriel

/// A list in memory: a grid of jars, tasks that can be put in order, and a drawer that is empty.
@SceneActor final class Shelf: DataSource {
    typealias Item = ShelfCell

    /// The number of the section whose rows move.
    static let tasks = 1
    private static let sections = [
        Section(
            id: "jars", title: "Jars", subtitle: "What is in store", footer: "Counted on Monday",
            layout: Layout(.grid, columns: 3, rowHeight: 96, spacing: 12)),
        Section(id: "tasks", title: "Tasks", subtitle: "What comes first stands above"),
        Section(id: "drawer", title: "Drawer", footer: "Nothing has been put in"),
    ]
    private var cells: [[ShelfCell]] = [[], [], []]
    private var last = 0
    private var observers: [Int: @SceneActor (ListEvent) -> Void] = [:]

    init() {
        for title in ["Flour", "Sugar", "Salt", "Rice", "Beans"] { append(title, [], to: 0) }
        for title in ["Wash up", "Peel potatoes", "Set the table"] { append(title, [.delete, .move], to: Self.tasks) }
        append("New task", .insert, to: Self.tasks)
    }

    let isLoaded = true
    let isCurrent = true
    let readAt: ContinuousClock.Instant? = nil
    var sectionCount: Int { Self.sections.count }
    func section(at number: Int) -> Section { Self.sections[number] }
    func rowCount(in section: Int) -> Int { cells[section].count }
    func id(at path: IndexPath) -> String { cells[path.section][path.row].id }
    func position(of id: String) -> Int? { cells.joined().map(\.id).firstIndex(of: id) }
    func item(at path: IndexPath) -> ShelfCell? { cells[path.section][path.row] }
    func display(_ ranges: [Range<Int>]) {}

    func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription {
        last += 1
        let number = last
        observers[number] = body
        return Subscription { [weak self] in self?.observers[number] = nil }
    }

    func remove(_ cell: ShelfCell) {
        for (section, row) in cells.enumerated() {
            guard let place = row.firstIndex(where: { $0 === cell }) else { continue }
            cells[section].remove(at: place)
            tell(.rowDeleted(IndexPath(section: section, row: place)))
        }
    }

    func move(_ cell: ShelfCell, to row: Int) {
        guard let place = cells[Self.tasks].firstIndex(where: { $0 === cell }) else { return }
        cells[Self.tasks].remove(at: place)
        let target = min(row, cells[Self.tasks].count - 1)
        cells[Self.tasks].insert(cell, at: target)
        tell(
            .rowMoved(
                from: IndexPath(section: Self.tasks, row: place), to: IndexPath(section: Self.tasks, row: target)))
    }

    /// Puts a task above the row for new ones.
    func add() {
        let place = cells[Self.tasks].count - 1
        last += 1
        cells[Self.tasks].insert(
            ShelfCell("s\(last)", title: "Task \(last)", rights: [.delete, .move], on: self), at: place)
        tell(.rowInserted(IndexPath(section: Self.tasks, row: place)))
    }

    private func append(_ title: String, _ rights: RowRights, to section: Int) {
        last += 1
        cells[section].append(ShelfCell("s\(last)", title: title, rights: rights, on: self))
    }

    private func tell(_ change: Change) {
        for body in observers.values { body(.changed([change])) }
    }
}
