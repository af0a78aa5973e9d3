import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// A screen of one row of a table. It follows the row, ends when the row is gone, and runs the commands of the table.
@SceneActor class SingleRowViewModel: ViewModel, Remembering {
    final let table: Table
    final let id: String
    final let store: GrantedStore
    final let blueprint: Blueprint
    final let commandsOfTable: TableCommands
    /// The commands that the table has for a row.
    final private(set) lazy var commandsOfRow = commandsOfTable.ofRow
    private final var row: LiveList?
    private final var isShown = false

    /// Creates a screen. `form` has the rules of a declared form.
    init(table: Table, id: String, store: GrantedStore, blueprint: Blueprint, form: FormRules? = nil) {
        (self.table, self.id, self.store, self.blueprint) = (table, id, store, blueprint)
        commandsOfTable = TableCommands(table: table, store: store, blueprint: blueprint, form: form)
        super.init(screen: "row", title: "\(table.name) \(id)")
    }

    /// Whether the screen also shows lists of other rows.
    var hasLists: Bool { false }

    /// Shows the present values of the row.
    func show(_ row: Row) {}

    /// Follows the row of a query, in place of the former one.
    final func follow(_ query: Query) {
        row?.close()
        var query = query
        query.key = id
        let row = store.open(derived: query)
        self.row = row
        row.onEvent = { [weak self] event in self?.receive(event) }
        row.display([0..<1])
    }

    override func unload() {
        row?.close()
        isShown = false
    }

    override func checkIsCurrent() -> Bool { (row?.checkIsCurrent() ?? true) && super.checkIsCurrent() }

    override var readAt: ContinuousClock.Instant? {
        guard let row = row?.readAt else { return nil }
        guard let list else { return row }
        return list.readAt.map { min($0, row) }
    }

    override var isAnswered: Bool { isShown && (!hasLists || list?.isLoaded ?? false) }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed: showRow()
        case .refreshed: didRefresh()
        case .failed(let problem): self.problem = problem
        }
    }

    private func showRow() {
        guard let list = row, list.isLoaded else { return }
        guard list.count > 0 else { return end(phase == .loaded ? "deleted" : "not-found") }
        guard let row = list.element(at: 0) else { return list.display([0..<1]) }
        show(row)
        isShown = true
        recordAnswer()
    }

    final var commandRoute: String { commandsOfTable.route }

    final func addressed(_ invocation: Invocation) -> Invocation {
        var call = invocation
        call.row = invocation.row ?? id
        return call
    }

    /// Throws if a command names another row: the rows in the lists have routes of their own.
    final func checkPlace(of invocation: Invocation) throws(CommandFailure) {
        guard invocation.row == nil, invocation.command != "delete" || invocation.arguments["row"] == nil else {
            throw .invalid(message: "A row can only be changed at its own route.", fields: ["row": "names another row"])
        }
    }

    /// Runs a command of the table on the row. If the row is out of sight afterwards, the outcome leads to the list.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        try checkPlace(of: invocation)
        switch invocation.command {
        case "update":
            var outcome = try await commandsOfTable.update(id, invocation.arguments, by: invocation)
            let row = outcome.result["row"]?.stringValue ?? id
            if await !store.shows(row, in: table) { outcome.navigation = toList }
            return outcome
        case "delete":
            var outcome = try await commandsOfTable.delete(id, invocation.arguments, by: invocation)
            outcome.navigation = toList
            return outcome
        default: throw .unknown(command: invocation.command)
        }
    }

    private var toList: Navigation? { blueprint.link(toListOf: table.name).map { Navigation($0, style: .replace) } }
}
