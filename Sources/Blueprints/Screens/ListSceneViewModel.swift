import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// A declared list: the rows of a table as a table, as cards, or as a board.
@SceneActor final class ListSceneViewModel: TableViewModel {
    private let declared: ListScreen
    private let setting: SceneSetting
    private let time: SceneTime
    private let commandsOfScene: SceneCommands
    private let reader: SceneRowReader
    private let shown: [String]

    init(_ screen: ListScreen, _ selection: Selection, at time: SceneTime, _ setting: SceneSetting) {
        (declared, self.setting, self.time) = (screen, setting, time)
        shown = screen.shown(selection)
        commandsOfScene = SceneCommands(
            table: screen.table, commands: screen.commands, store: setting.store, blueprint: setting.blueprint,
            scope: screen.scope(at: time), values: setting.values, calls: setting.calls)
        let names = (screen.list.card?.names ?? []) + (screen.list.open?.path.columns ?? []) + selection.shown
        reader = SceneRowReader(
            screen.table, in: setting.blueprint, screen.columns, besides: names, offering: screen.commands)
        super.init(
            selection, store: setting.store, blueprint: setting.blueprint,
            form: screen.form.map { FormRules($0, choosingFrom: screen.choosing($0)) })
        title = screen.scene.shownTitle
        let offered = screen.list.isReadOnly ? [] : commands
        commands = offered + commandsOfScene.offered(ofRows: false)
        setting.describe(screen.scene, on: self)
        for (name, value) in members { documentMembers[name] = value }
    }

    /// The members of the document that only declared lists have.
    private var members: JSONObject {
        let list = declared.list
        var members: JSONObject = ["shown": .array(shown.map(JSON.string))]
        if let name = declared.titleName {
            let isOwn = declared.table.column(named: name) != nil
            members["titleColumns"] = .array(isOwn ? [.string(name)] : [])
            let label = declared.columns.first { $0.name == name }?.label
            members["headed"] = .string(
                label ?? (isOwn ? name : name.split(separator: ".").first.map(String.init) ?? name))
        }
        for (name, names) in [("paths", declared.paths), ("computed", declared.computed)] where !names.isEmpty {
            members[name] = .array(names.map(JSON.string))
        }
        let options = reader.options
        if !options.isEmpty { members["columnOptions"] = .object(options) }
        if list.template != .table { members["template"] = .string(list.template.rawValue) }
        members["card"] = list.card.map(\.json)
        members["lanes"] = list.lanes.map {
            ["column": .string($0.column), "order": .array($0.order.map(JSON.string))]
        }
        let chips = declared.offeredChips.compactMap { $0.json(active: declared.chips) }
        if !chips.isEmpty { members["chips"] = .array(chips) }
        let ofRows = commandsOfScene.ofRows
        if !ofRows.isEmpty { members["rowCommands"] = .object(ofRows) }
        let questions = commandsOfScene.questions(ofRows: false)
        if !questions.isEmpty { members["questions"] = .object(questions) }
        let keys = commandsOfScene.keys
        if !keys.isEmpty { members["keys"] = .object(keys) }
        members["empty"] = list.empty.map(JSON.string)
        if let formats = list.exports, documentMembers["exports"] == nil {
            members["exports"] = formats.isEmpty ? false : .array(formats.map(JSON.string))
        }
        return members
    }

    override func load() async { openRows() }

    /// Opens the rows, again when the time has changed which they are.
    private func openRows() {
        results?.close()
        var query = selection.query(columns: [])
        query.filters = declared.base(at: time).filters + query.filters.dropFirst(selection.base?.filters.count ?? 0)
        reader.extend(&query) { time.at($0.bound(to: declared.viewer.values)) }
        query.textLimit = 200
        let results = store.open(derived: query)
        self.results = results
        let rows = FetchedDataSource(results, section: Section(id: selection.table.name)) { [cells] in
            cells.cell(of: $0)
        }
        list = selection.hasSectionsOfBooleans ? rows.sections { $0.title = $0.title.map { "\($0 == "1")" } } : rows
        time.whenDue { [weak self] in self?.openRows() }
    }

    override func unload() {
        super.unload()
        time.stop()
    }

    /// Makes the cells of rows.
    private var cells: SceneCells {
        SceneCells(
            reader: reader,
            names: (shown + (declared.titleName.map { [$0] } ?? []) + (declared.list.card?.names ?? [])).distinct {
                $0
            },
            titleName: declared.titleName, card: declared.list.card,
            open: declared.list.open?.path, isReadOnly: declared.list.isReadOnly, drops: !declared.list.drop.isEmpty)
    }

    override func isOfRows(command: String) -> Bool {
        super.isOfRows(command: command) || command == "drop"
            || commandsOfScene.command(command)?.isOfRow ?? false
    }

    override func addressed(_ invocation: Invocation) -> Invocation {
        let command = commandsOfScene.command(invocation.command)
        guard command?.isOfRow ?? true else { return invocation }
        return super.addressed(invocation)
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        let call = addressed(invocation)
        if let command = commandsOfScene.command(call.command) {
            return try await commandsOfScene.run(command, on: call.row, by: call)
        }
        if call.command == "drop", !declared.list.drop.isEmpty { return try await drop(call) }
        if declared.list.isReadOnly { throw .unknown(command: call.command) }
        return try await super.run(invocation)
    }

    /// Writes what a card gets that is dropped on a lane.
    private func drop(_ call: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard let row = call.row, let lane = call.arguments["lane"] else {
            throw .invalid(
                message: "Name the row and the lane: {\"row\": \"1\", \"lane\": \"open\"}.",
                fields: call.row == nil ? ["row": "is missing"] : ["lane": "is missing"])
        }
        if let column = declared.list.lanes?.column {
            try commandsOfTable.form?.check([column: lane], isInsertion: false)
        }
        var command = CommandDeclaration(name: "drop", title: "The move")
        command.isOfRow = true
        command.inputs = [FieldDeclaration(name: "lane", kind: .text)]
        command.update = declared.list.drop
        var invocation = call
        invocation.arguments = ["lane": lane]
        return try await commandsOfScene.run(command, on: row, by: invocation)
    }
}

extension ListDeclaration.Chip {
    /// The chip as documents state it.
    fileprivate func json(active: [String]) -> JSON? {
        switch self {
        case .condition(let name, let title, _):
            return ["name": .string(name), "title": .string(title), "active": .bool(active.contains(name))]
        case .values(let column, let period):
            var json: JSONObject = ["column": .string(column)]
            json["by"] = period.map { .string($0.rawValue) }
            return .object(json)
        }
    }
}

extension ListDeclaration.Card {
    /// The card as documents state it.
    fileprivate var json: JSON {
        var json: JSONObject = [:]
        json["title"] = title.map(JSON.string)
        json["subtitle"] = subtitle.map(JSON.string)
        json["image"] = image.map(JSON.string)
        json["badge"] = badge.map(JSON.string)
        json["bar"] = bar.map { ["value": .string($0.value), "of": .string($0.whole)] }
        return .object(json)
    }
}
