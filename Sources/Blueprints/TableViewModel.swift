import DataSources
import JSON
import Lists
import Loop
import Stores
import Tables
import ViewModels

/// A table or view as a live list: filtered, searched and sorted by its route.
@SceneActor class TableViewModel: ViewModel, Remembering {
    final let selection: Selection
    final let store: GrantedStore
    final let blueprint: Blueprint
    final let commandsOfTable: TableCommands
    final var results: LiveList?

    /// Creates a list. `form` has the rules of a declared form.
    init(_ selection: Selection, store: GrantedStore, blueprint: Blueprint, form: FormRules? = nil) {
        let table = selection.table
        self.selection = selection
        self.store = store
        self.blueprint = blueprint
        commandsOfTable = TableCommands(table: table, store: store, blueprint: blueprint, form: form)
        super.init(screen: table.kind == .view ? "view" : "table", title: table.name)
        inputs = selection.inputs
        documentMembers = [
            "columns": .array(table.columns.filter { $0.valueKind != .blob }.map { .string($0.name) }),
            "comparisons": .array(Condition.words.map { .string($0) }),
            "shown": .array(selection.shown.map { .string($0) }),
            "titleColumns": .array(blueprint.presentation(of: table).title.map { .string($0) }),
        ]
        let files = table.columns.filter { $0.valueKind == .blob }
        if !files.isEmpty { documentMembers["files"] = .array(files.map { .string($0.name) }) }
        let unsortable = table.columns.filter { !$0.isSortable }
        if !unsortable.isEmpty { documentMembers["unsortable"] = .array(unsortable.map { .string($0.name) }) }
        if !blueprint.allowsExport(of: table) { documentMembers["exports"] = false }
        commands = commandsOfTable.ofList
    }

    override func load() async {
        let reader = RowReader(selection.table, in: blueprint, whole: false, showing: selection.shown)
        var query = selection.query(columns: [])
        reader.extend(&query)
        query.textLimit = 200
        let results = store.open(derived: query)
        self.results = results
        let rows = FetchedDataSource(results, section: Section(id: selection.table.name)) { reader.cell(of: $0) }
        list = selection.hasSectionsOfBooleans ? rows.sections { $0.title = $0.title.map { "\($0 == "1")" } } : rows
    }

    override func unload() {
        results?.close()
    }

    final var commandRoute: String { commandsOfTable.route }

    func isOfRows(command: String) -> Bool { commandsOfTable.ofRow.contains { $0.name == command } }

    func addressed(_ invocation: Invocation) -> Invocation {
        invocation.command == "insert" ? invocation : invocation.addressed()
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        switch invocation.command {
        case "insert":
            try checkExpected(of: invocation)
            return try await commandsOfTable.insert(by: invocation)
        case "update":
            let (row, values) = try Self.row(of: invocation)
            return try await commandsOfTable.update(row, values, by: invocation)
        case "delete":
            let (row, values) = try Self.row(of: invocation)
            return try await commandsOfTable.delete(row, values, by: invocation)
        default: throw .unknown(command: invocation.command)
        }
    }

    /// Returns the row of a command and its other arguments, which may be nested in `arguments`.
    private static func row(of invocation: Invocation) throws(CommandFailure) -> (id: String, values: JSONObject) {
        let call = invocation.addressed()
        guard let row = call.row else {
            throw .invalid(message: "Name the row: {\"row\": \"1\"}.", fields: ["row": "is missing"])
        }
        return (row, call.arguments)
    }
}
