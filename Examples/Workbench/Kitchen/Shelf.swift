import Oriel

/// A list in memory: a grid of jars, tasks that can be reordered, and an empty drawer.
@SceneActor final class Shelf {
    /// The things on the shelf as rows.
    let rows = MultiSectionDataSource<CellViewModel>([])
    private let jars = ArrayModel<Thing>()
    private let tasks = ArrayModel<Thing>()
    private let drawer = ArrayModel<Thing>()
    private var lastID = 0

    private static let jarSection = Section(
        id: "jars", title: "Jars", subtitle: "In stock", footer: "Counted on Monday",
        layout: Layout(.grid, columns: 3, rowHeight: 96, spacing: 12))
    private static let taskSection = Section(id: "tasks", title: "Tasks", subtitle: "The first item is at the top")
    private static let drawerSection = Section(id: "drawer", title: "Drawer", footer: "The shelf is empty")

    init() {
        for title in ["Flour", "Sugar", "Salt", "Rice", "Beans"] { jars.append(make(title)) }
        for title in ["Wash up", "Peel potatoes", "Set the table"] { tasks.append(make(title)) }
        rows.append(ListChild("jars", list(jars, in: Self.jarSection)))
        rows.append(ListChild("tasks", tasksAndNew))
        rows.append(ListChild("drawer", list(drawer, in: Self.drawerSection)))
    }

    private func list(
        _ things: ArrayModel<Thing>, in section: Section, rights: RowRights = []
    ) -> any DataSource<CellViewModel> {
        MutableArrayDataSource(things, section: section) { ShelfCell($0, in: things, rights: rights) }
    }

    /// The tasks, followed by the row that inserts a task.
    private var tasksAndNew: any DataSource<CellViewModel> {
        let new = InsertDataSource(title: "New task") {
            CellViewModel(template: "new", title: $0)
        } onInsert: { [unowned self] in
            tasks.append(make("Task \(lastID + 1)"))
        }
        let all = list(tasks, in: Self.taskSection, rights: [.delete, .move])
        return MultiRowDataSource(section: Self.taskSection, [ListChild("task", all), ListChild("new", new)])
    }

    private func make(_ title: String) -> Thing {
        lastID += 1
        return Thing(id: lastID, title: title)
    }
}
