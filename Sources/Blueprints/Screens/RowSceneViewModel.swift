import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// A declared row: its columns as outputs, its commands, and the rows that refer to it.
@SceneActor final class RowSceneViewModel: ViewModel, Remembering {
    private let declared: RowScreen
    private let setting: SceneSetting
    private let time: SceneTime
    private let reader: SceneRowReader
    private let commandsOfTable: TableCommands
    private let commandsOfScene: SceneCommands
    private var row: LiveList?
    private let relatives: RelatedLists
    private var isShown = false

    init(_ screen: RowScreen, _ setting: SceneSetting) {
        (declared, self.setting) = (screen, setting)
        time = screen.time(setting.clock)
        let table = screen.table
        let form = screen.row.form
        let names = screen.columns.isEmpty ? table.columns.map(\.name) : []
        let keys = table.references.flatMap(\.parentColumns)
        reader = SceneRowReader(
            table, in: setting.blueprint, screen.columns,
            besides: names + keys + (form?.groups.flatMap(\.columns) ?? []) + (screen.row.label.map { [$0] } ?? []),
            offering: screen.commands, whole: true)
        commandsOfTable = TableCommands(
            table: table, store: setting.store, blueprint: setting.blueprint,
            form: form.map { FormRules($0, choosingFrom: ListScreen.choosing($0, at: screen.route)) })
        commandsOfScene = SceneCommands(
            table: table, commands: screen.commands, store: setting.store, blueprint: setting.blueprint,
            scope: screen.scope(at: time), values: setting.values)
        relatives = RelatedLists(screen.related, of: screen.id, in: table, setting)
        super.init(screen: "row", title: "\(table.name) \(screen.id)")
        documentMembers = setting.members(of: screen.scene)
        let options = reader.options
        if !options.isEmpty { documentMembers["columnOptions"] = .object(options) }
        if let groups = form?.groups, !groups.isEmpty {
            documentMembers["groups"] = .array(
                groups.map { ["title": .string($0.title), "columns": .array($0.columns.map(JSON.string))] })
        }
    }

    override func checkIsCurrent() -> Bool { (row?.checkIsCurrent() ?? true) && super.checkIsCurrent() }

    override var readAt: ContinuousClock.Instant? {
        guard let row = row?.readAt else { return nil }
        guard let list else { return row }
        return list.readAt.map { min($0, row) }
    }

    override var isAnswered: Bool { isShown && (declared.related.isEmpty || list?.isLoaded ?? false) }

    override func load() async { open() }

    private func open() {
        row?.close()
        var query = Query(table: declared.table.name, columns: [])
        query.key = declared.id
        query.filters = declared.condition.map { [Filter.rule(time.at($0))] } ?? []
        reader.extend(&query, in: setting.blueprint) { time.at($0.bound(to: declared.viewer.values)) }
        let row = setting.store.open(derived: query)
        self.row = row
        row.onEvent = { [weak self] event in self?.receive(event) }
        row.display([0..<1])
        time.whenDue { [weak self] in self?.open() }
    }

    override func unload() {
        row?.close()
        relatives.close()
        time.stop()
        isShown = false
    }

    private func receive(_ event: ListEvent) {
        switch event {
        case .loaded, .changed: show()
        case .refreshed: didRefresh()
        case .failed(let problem): self.problem = problem
        }
    }

    private func show() {
        guard let list = row, list.isLoaded else { return }
        guard list.count > 0 else { return end(phase == .loaded ? "deleted" : "not-found") }
        guard let row = list.element(at: 0) else { return list.display([0..<1]) }
        title = declared.row.label.flatMap { reader.text($0, of: row) } ?? reader.reader.title(of: row)
        let shown = names
        outputs = JSONObject(shown.map { ($0, reader.json($0, of: row)) })
        let links = reader.reader.links(of: row)
        documentMembers["links"] = links.isEmpty ? nil : .object(links)
        if let lists = relatives.follow({ reader.reader.value($0, of: row) }) { self.list = lists }
        offer(row)
        isShown = true
        recordAnswer()
    }

    /// The names of the outputs: the declared columns, and those of the form; else all columns of the table.
    private var names: [String] {
        let own = declared.columns.filter(\.isShown).map(\.name)
        let grouped = (declared.row.form?.groups.flatMap(\.columns) ?? []).filter {
            declared.table.column(named: $0) != nil
        }
        return own.isEmpty ? declared.table.columns.map(\.name) : (own + grouped).distinct { $0 }
    }

    /// Offers the commands that the row permits.
    private func offer(_ row: Row) {
        let offers = Set(reader.offers(of: row))
        let derived = declared.row.isReadOnly ? [] : commandsOfTable.ofRow
        let own = commandsOfScene.offered(ofRows: true).filter { offers.contains($0.name) }
        commands = own + relatives.commands + derived
        let questions = commandsOfScene.questions(ofRows: true).filter { offers.contains($0.name) }
        let asked = questions.map { ($0.name, JSON.string(filled($0.value.stringValue ?? "", from: row))) }
        documentMembers["questions"] = asked.isEmpty ? nil : .object(JSONObject(asked))
    }

    /// Returns a question with the values of the row.
    private func filled(_ question: String, from row: Row) -> String {
        question.replacing(/\{([^{}]*)\}/) { reader.text(String($0.output.1), of: row) ?? "" }
    }

    var commandRoute: String { commandsOfTable.route }

    func addressed(_ invocation: Invocation) -> Invocation {
        var call = invocation
        call.row = invocation.row ?? declared.id
        return call
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard invocation.row == nil, invocation.command != "delete" || invocation.arguments["row"] == nil else {
            throw .invalid(message: "A row can only be changed at its own route.", fields: ["row": "names another row"])
        }
        if let command = commandsOfScene.command(invocation.command) {
            return try await commandsOfScene.run(command, on: declared.id, by: invocation)
        }
        if let outcome = try await relatives.run(invocation) { return outcome }
        guard !declared.row.isReadOnly else { throw .unknown(command: invocation.command) }
        switch invocation.command {
        case "update": return try await commandsOfTable.update(declared.id, invocation.arguments, by: invocation)
        case "delete":
            var outcome = try await commandsOfTable.delete(declared.id, invocation.arguments, by: invocation)
            outcome.navigation = setting.blueprint.link(toListOf: declared.table.name).map {
                Navigation($0, style: .replace)
            }
            return outcome
        default: throw .unknown(command: invocation.command)
        }
    }
}
