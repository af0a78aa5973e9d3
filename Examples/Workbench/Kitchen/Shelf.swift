import Oriel

/// A list in memory: a grid of jars, tasks that can be put in order, and a drawer that is empty.
@SceneActor final class Shelf {
    /// What is on the shelf, as rows.
    let rows = MultiSectionDataSource<CellViewModel>([])
    private let jars = ArrayModel<Thing>()
    private let tasks = ArrayModel<Thing>()
    private let drawer = ArrayModel<Thing>()
    private var lastID = 0

    private static let jarSection = Section(
        id: "jars", title: "Jars", subtitle: "What is in store", footer: "Counted on Monday",
        layout: Layout(.grid, columns: 3, rowHeight: 96, spacing: 12))
    private static let taskSection = Section(id: "tasks", title: "Tasks", subtitle: "What comes first stands above")
    private static let drawerSection = Section(id: "drawer", title: "Drawer", footer: "Nothing has been put in")

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

    /// The tasks, and under them the row that puts one in above itself.
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
