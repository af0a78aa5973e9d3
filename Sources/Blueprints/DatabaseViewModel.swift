import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The tables and views of a database, with their numbers of rows where no rule limits them.
@SceneActor final class DatabaseViewModel: ViewModel {
    private let store: GrantedStore
    private let blueprint: Blueprint
    private var results: LiveList?

    init(store: GrantedStore, blueprint: Blueprint) {
        self.store = store
        self.blueprint = blueprint
        super.init(screen: "database", title: store.name)
    }

    override func load() async {
        guard !store.isLimited else { return list = listOfGrantedTables }
        let results = store.open(derived: .counts)
        self.results = results
        list = FetchedDataSource(results, section: Section(id: "tables")) { [blueprint] in
            Self.cell(of: $0, in: blueprint)
        }
    }

    override func unload() {
        results?.close()
    }

    /// Throws: the list of tables has no commands.
    override func run(_ invocation: Invocation) async throws(CommandFailure) -> CommandOutcome {
        throw .unknown(command: invocation.command)
    }

    private var listOfGrantedTables: any DataSource<Cell> {
        ArrayDataSource(blueprint.schema.tables, section: Section(id: "tables"), id: \.name).map { [blueprint] table in
            Cell(
                template: table.kind.rawValue, title: table.name,
                href: table.problem == nil ? blueprint.route(to: table.name).description : nil)
        }
    }

    /// Returns the cell of a row (name, kind, count, problem). A table that cannot be read has no link.
    private static func cell(of row: Row, in blueprint: Blueprint) -> Cell {
        let name = row.values[0].label ?? ""
        var fields: JSONObject = [:]
        if case .integer(let count) = row.values[2] { fields["rows"] = .int(count) }
        let rows = row.values[2].label.map { $0 == "1" ? "1 row" : "\($0) rows" }
        return Cell(
            template: row.values[1].label ?? "table", title: name, subtitle: row.values[3].label ?? rows,
            href: row.values[3] == .null ? blueprint.route(to: name).description : nil, fields: fields)
    }
}
