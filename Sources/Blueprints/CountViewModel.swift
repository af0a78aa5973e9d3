import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// The distinct values of a column, or ranges of them, with the number of rows of each, as a live list.
@SceneActor final class CountViewModel: ViewModel {
    private let selection: CountSelection
    private let store: GrantedStore
    private let blueprint: Blueprint
    private var results: LiveList?

    init(_ selection: CountSelection, store: GrantedStore, blueprint: Blueprint) {
        (self.selection, self.store, self.blueprint) = (selection, store, blueprint)
        super.init(screen: "counts", title: selection.rows.table.name)
        inputs = selection.inputs
    }

    override func load() async {
        let results = store.open(derived: selection.query(titles: blueprint.titles))
        self.results = results
        let section = Section(id: selection.rows.table.name)
        list = FetchedDataSource(results, section: section) { [selection, blueprint] row in
            Self.cell(of: row, selection, blueprint)
        }
    }

    override func unload() {
        results?.close()
    }

    /// Returns the cell of a group: its value, the end of its range, its label, the number of rows, and their route.
    private nonisolated static func cell(of row: Row, _ selection: CountSelection, _ blueprint: Blueprint) -> Cell {
        let value = row.values[0]
        let detail = row.values.count > 2 ? row.values[2] : .null
        let isRange = selection.isInRanges && detail != .null
        let end = isRange ? KeyCodec.encode([detail], [selection.column.affinity]) : nil
        var fields: JSONObject = ["value": value.json, "count": row.values[1].json]
        if isRange { fields["end"] = detail.json }
        let label = selection.reference == nil ? nil : detail.label
        return Cell(
            template: "count", title: label ?? value.label ?? "",
            href: selection.route(toRowsFrom: row.id, before: end, in: blueprint).description, fields: fields)
    }
}
