import Oriel

@SceneActor @Observable final class Todo: Identifiable {
    let id: Int
    let text: String
    var isDone = false
    init(_ id: Int, _ text: String) { (self.id, self.text) = (id, text) }
}

@SceneActor let todos = ArrayModel([Todo(1, "Read the guide")])

final class TodoCell: CellViewModel {
    let todo: Todo
    init(_ todo: Todo) {
        self.todo = todo
        super.init(title: todo.text)
        rights = .delete
        actions = [RowAction("toggle", title: "Done?") { todo.isDone.toggle() }]
    }

    override func updateOutputs() { subtitle = todo.isDone ? "done" : nil }
    override func delete() async { todos.removeAll { [todo] in $0 === todo } }
}

final class TodosViewModel: ViewModel {
    @Output var open = 0
    init() {
        super.init(title: "To do")
        list = CellList(MutableArrayDataSource(todos, section: Section(id: "all")) { TodoCell($0) })
        commands = [
            Command("add", title: "Add", arguments: ["text": .argument("text", isRequired: true)]) {
                todos.append(Todo((todos.elements.last?.id ?? 0) + 1, $0["text"] ?? ""))
            }
        ]
    }

    override func updateOutputs() { open = todos.elements.count { !$0.isDone } }
}

@main enum App { static func main() async { await Oriel.run { TodosViewModel() } } }
