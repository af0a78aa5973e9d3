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
@SceneActor final class RowSceneViewModel: SingleRowViewModel {
    private let declared: RowScreen
    private let setting: SceneSetting
    private let time: SceneTime
    private let reader: SceneRowReader
    private let commandsOfScene: SceneCommands
    private let relatives: RelatedLists

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
        commandsOfScene = SceneCommands(
            table: table, commands: screen.commands, store: setting.store, blueprint: setting.blueprint,
            scope: screen.scope(at: time), values: setting.values, calls: setting.calls)
        relatives = RelatedLists(screen.related, of: screen.id, in: table, setting)
        super.init(
            table: table, id: screen.id, store: setting.store, blueprint: setting.blueprint,
            form: form.map { FormRules($0, choosingFrom: ListScreen.choosing($0, at: screen.route)) })
        setting.describe(screen.scene, on: self)
        let options = reader.options
        if !options.isEmpty { documentMembers["columnOptions"] = .object(options) }
        let letters = commandsOfScene.keys
        if !letters.isEmpty { documentMembers["keys"] = .object(letters) }
        if let groups = form?.groups, !groups.isEmpty {
            documentMembers["groups"] = .array(
                groups.map { ["title": .string($0.title), "columns": .array($0.columns.map(JSON.string))] })
        }
    }

    override var hasLists: Bool { !declared.related.isEmpty }

    override func load() async { open() }

    /// Reads the row, again when the time has changed what it shows.
    private func open() {
        var query = Query(table: table.name, columns: [])
        query.filters = declared.condition.map { [Filter.rule(time.at($0))] } ?? []
        reader.extend(&query) { time.at($0.bound(to: declared.viewer.values)) }
        follow(query)
        time.whenDue { [weak self] in self?.open() }
    }

    override func unload() {
        super.unload()
        relatives.close()
        time.stop()
    }

    override func show(_ row: Row) {
        let links = reader.reader.links(of: row)
        title = declared.row.label.flatMap { reader.text($0, of: row, links) } ?? reader.reader.title(of: row)
        outputs = JSONObject(names.map { ($0, reader.json($0, of: row)) })
        documentMembers["links"] = links.isEmpty ? nil : .object(links)
        if let lists = relatives.follow({ reader.reader.value($0, of: row) }) { list = lists }
        offer(row, links)
    }

    /// The names of the outputs: the declared columns, and those of the form; else all columns of the table.
    private var names: [String] {
        let own = declared.columns.filter(\.isShown).map(\.name)
        let grouped = (declared.row.form?.groups.flatMap(\.columns) ?? []).filter {
            table.column(named: $0) != nil
        }
        return own.isEmpty ? table.columns.map(\.name) : (own + grouped).distinct { $0 }
    }

    /// Offers the commands that the row permits.
    private func offer(_ row: Row, _ links: JSONObject) {
        let offers = Set(reader.offers(of: row))
        let derived = commandsOfRow.filter {
            !declared.row.isReadOnly && reader.reader.permits($0.name, on: row)
        }
        let own = commandsOfScene.offered(ofRows: true).filter { offers.contains($0.name) }
        commands = own + relatives.commands + derived
        let questions = commandsOfScene.questions(ofRows: true).filter { offers.contains($0.name) }
        let asked = questions.map { ($0.name, JSON.string(filled($0.value.stringValue ?? "", from: row, links))) }
        documentMembers["questions"] = asked.isEmpty ? nil : .object(JSONObject(asked))
    }

    /// Returns a question with the values of the row.
    private func filled(_ question: String, from row: Row, _ links: JSONObject) -> String {
        question.replacing(/\{([^{}]*)\}/) { reader.text(String($0.output.1), of: row, links) ?? "" }
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        try checkPlace(of: invocation)
        if let command = commandsOfScene.command(invocation.command) {
            return try await commandsOfScene.run(command, on: id, by: invocation)
        }
        if let outcome = try await relatives.run(invocation) { return outcome }
        guard !declared.row.isReadOnly else { throw .unknown(command: invocation.command) }
        return try await super.run(invocation)
    }
}
