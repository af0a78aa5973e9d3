import DataSources
import JSON
import Loop
import Scenes
import Stores
import ViewModels

/// The tables and views of a database, with how many rows each has.
@SceneActor final class DatabaseViewModel: ViewModel {
    private let results: LiveList

    init(store: Store, blueprint: Blueprint) {
        results = store.open(.counts)
        let rows = FetchedDataSource(results, section: Section(id: "tables")) { Self.cell(of: $0, in: blueprint) }
        super.init(screen: "database", title: store.name, list: rows)
    }

    override func unload() {
        results.close()
    }

    /// The cell of a row (name, kind, count, problem); what cannot be read leads nowhere.
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
