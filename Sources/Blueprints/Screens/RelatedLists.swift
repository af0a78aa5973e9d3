import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The lists of the rows that refer to a row, one section each.
@SceneActor final class RelatedLists {
    private let related: [RowScreen.Related]
    private let setting: SceneSetting
    /// The key of the row, and its column.
    private let key: (column: String?, value: SQLValue?)
    private var lists: [LiveList] = []
    private var keys: [[SQLValue]] = []

    /// Creates the lists of the rows that refer to the row of this id in a table.
    init(_ related: [RowScreen.Related], of id: String, in table: Table, _ setting: SceneSetting) {
        (self.related, self.setting) = (related, setting)
        let values = RowLocator(table: table).condition(for: id)?.values
        key = (table.columns.first { $0.primaryKeyPosition > 0 }?.name, values?.first)
    }

    /// Closes the lists.
    func close() {
        for list in lists { list.close() }
        (lists, keys) = ([], [])
    }

    /// Opens the lists, again when the values that they refer to have changed. `nil` if they have not.
    func follow(_ value: (String) -> SQLValue) -> (any DataSource<Cell>)? {
        let keys = related.map { $0.reference.parentColumns.map(value) }
        guard !related.isEmpty, keys != self.keys else { return nil }
        close()
        self.keys = keys
        return MultiSectionDataSource(zip(related, keys).map { child($0, $1) })
    }

    /// The commands that add a row to a list.
    var commands: [Command] { insertions.map(\.command) }

    /// Runs a command that adds a row; `nil` for any other command.
    func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome? {
        guard let insertion = insertions.first(where: { $0.command.name == invocation.command }) else { return nil }
        guard invocation.arguments[insertion.column] == nil else {
            throw .invalid(
                message: "The row is added to this one.", fields: [insertion.column: "is that of this screen"])
        }
        var call = invocation
        call.arguments[insertion.column] = insertion.value
        var outcome = try await insertion.commands.insert(by: call)
        outcome.navigation = nil
        return outcome
    }

    /// A command that adds a row, the column that refers to the row of the scene, and its value.
    private typealias Insertion = (command: Command, commands: TableCommands, column: String, value: JSON)

    private var insertions: [Insertion] {
        related.enumerated().compactMap { place, related in
            // A screen that nobody has opened has not read the row, but knows its key.
            let isKey = related.reference.parentColumns == [key.column].compactMap(\.self)
            let known = place < keys.count ? keys[place].first : isKey ? key.value : nil
            guard related.declaration.canInsert, let value = known else { return nil }
            let commands = TableCommands(table: related.table, store: setting.store, blueprint: setting.blueprint)
            guard var command = commands.ofList.first else { return nil }
            let title = related.declaration.title ?? related.table.name
            command.name = "add-" + Slugs.slug(of: related.table.name)
            command.title = "New: \(title)"
            command.arguments[related.declaration.column] = nil
            return (command, commands, related.declaration.column, value.writtenJSON)
        }
    }

    private func child(_ related: RowScreen.Related, _ values: [SQLValue]) -> MultiSectionDataSource<Cell>.Child {
        let table = related.table
        let reader = SceneRowReader(table, in: setting.blueprint, related.columns, besides: [], offering: [])
        let plain = RowReader(table, in: setting.blueprint, whole: false, under: related.reference)
        let isDeclared = !related.columns.isEmpty
        var query = Query(table: table.name, columns: [])
        if isDeclared { reader.extend(&query) { $0 } } else { plain.extend(&query) }
        query.filters = zip(related.reference.columns, values).map { Filter(column: $0, value: $1) }
        query.sort = ColumnName.terms(of: related.declaration.sort).map {
            SortTerm(column: $0.name, isDescending: $0.isDescending)
        }
        query.textLimit = 200
        let list = setting.store.open(derived: query)
        lists.append(list)
        let name = "\(table.name).\(related.declaration.column)"
        let section = Section(id: name, title: related.declaration.title ?? table.name)
        let names = related.columns.filter(\.isShown).map(\.name)
        let cells = SceneCells(
            reader: reader, names: Array(names.dropFirst()), titleName: names.first, card: .init(), open: nil,
            isReadOnly: true, drops: false)
        return MultiSectionDataSource.Child(
            prefix: String(Route([name]).description.dropFirst()) + "/", section: name,
            source: FetchedDataSource(list, section: section) { isDeclared ? cells.cell(of: $0) : plain.cell(of: $0) })
    }
}
