import JSON
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// A declared form that adds rows to a table.
@SceneActor final class EntryViewModel: ViewModel {
    private let entry: EntryDeclaration
    private let setting: SceneSetting
    private let commandsOfTable: TableCommands

    init(_ entry: EntryDeclaration, of scene: SceneDeclaration, _ table: Table, _ setting: SceneSetting) {
        (self.entry, self.setting) = (entry, setting)
        var form = entry.form
        form.readOnly += entry.preset.map(\.column)
        commandsOfTable = TableCommands(
            table: table, store: setting.store, blueprint: setting.blueprint,
            form: FormRules(form, choosingFrom: ListScreen.choosing(form, at: scene.path.route)))
        super.init(screen: "form", title: scene.shownTitle)
        setting.describe(scene, on: self)
        commands = commandsOfTable.ofList
    }

    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        guard invocation.command == "insert" else { throw .unknown(command: invocation.command) }
        let preset = try entry.preset.json(
            of: setting.store.owner.schema.table(named: entry.table), with: setting.values(invocation.principal))
        var outcome = try await commandsOfTable.insert(by: invocation, adding: preset)
        let id = outcome.result["row"]?.stringValue
        outcome.navigation = (entry.goto?.path.route { _ in id }).map { Navigation($0.description) }
        return outcome
    }
}
