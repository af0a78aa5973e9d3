import Changes
import DataSources
import JSON
import Lists
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// One row: every column as an output, foreign keys as links, and a section for each table that refers to the row.
@SceneActor final class RowViewModel: SingleRowViewModel {
    private let reader: RowReader
    private var references: [LiveList] = []
    private var keys: [[SQLValue]] = []

    init(table: Table, id: String, store: GrantedStore, blueprint: Blueprint) {
        reader = RowReader(blueprint.tableOfRows(table), in: blueprint, whole: true)
        super.init(table: table, id: id, store: store, blueprint: blueprint)
        commands = commandsOfRow
    }

    override var hasLists: Bool { !table.references.isEmpty }

    override func load() async {
        var query = Query(table: table.name, columns: [])
        reader.extend(&query)
        follow(query)
    }

    override func unload() {
        super.unload()
        for list in references { list.close() }
        references = []
        keys = []
    }

    override func show(_ row: Row) {
        title = reader.title(of: row)
        commands = commandsOfRow.filter { reader.permits($0.name, on: row) }
        outputs = JSONObject(shownColumns(of: row).map { ($0.name, reader.json($0.name, of: row)) })
        let links = reader.links(of: row)
        documentMembers = links.isEmpty ? [:] : ["links": .object(links)]
        showReferences(of: row)
    }

    /// Returns the columns that the row shows. A column that is visible only in some rows is left out where it is
    /// hidden or NULL.
    private func shownColumns(of row: Row) -> [Column] {
        blueprint.columns(ofRowsIn: table).filter { column in
            !blueprint.isConditional(column, in: table) || reader.value(column.name, of: row) != .null
        }
    }

    /// Opens the lists of the rows that refer to this one, again when the values that they refer to have changed.
    private func showReferences(of row: Row) {
        let keys = table.references.map { $0.parentColumns.map { reader.value($0, of: row) } }
        guard keys != self.keys || references.count != table.references.count else { return }
        self.keys = keys
        for list in references { list.close() }
        references = []
        let names = sectionNames
        let children = table.references.indices.compactMap { child(table.references[$0], keys[$0], named: names[$0]) }
        list = MultiSectionDataSource(children)
    }

    /// The sections' ids: table names, with the referring columns where a table refers to this one more than once.
    private var sectionNames: [String] {
        var taken: Set<ExactName> = []
        return table.references.map { reference in
            let isOnly = table.references.filter { ExactName($0.table) == ExactName(reference.table) }.count == 1
            let wish = isOnly ? reference.table : "\(reference.table).\(reference.columns.joined(separator: ","))"
            var name = wish
            var number = 1
            while !taken.insert(ExactName(name)).inserted {
                number += 1
                name = "\(wish)-\(number)"
            }
            return name
        }
    }

    private func child(
        _ reference: Reference, _ values: [SQLValue], named name: String
    ) -> MultiSectionDataSource<Cell>.Child? {
        guard let table = blueprint.schema.table(named: reference.table) else { return nil }
        let reader = RowReader(table, in: blueprint, whole: false, under: reference)
        var query = Query(table: table.name, columns: [])
        reader.extend(&query)
        let columns = zip(reference.columns, reference.parentColumns).compactMap { here, there in
            table.column(named: here).flatMap { here in self.reader.table.column(named: there).map { (here, $0) } }
        }
        query.filters = zip(columns, values).map { Filter($0.0, refersTo: $1, in: $0.1) }
        query.textLimit = 200
        let results = store.open(derived: query)
        references.append(results)
        let route = blueprint.route(
            to: table.name,
            zip(reference.columns, values).map { column, value in
                Selection.parameter(column, table.text(of: value, in: column), of: table)
            })
        // A route's filter compares by the column's rules and never finds NULL.
        let isFilter = columns.allSatisfy { $0.0.compares(like: $0.1) } && !values.contains(.null)
        let section = Section(id: name, title: name, href: isFilter ? route.description : nil)
        return MultiSectionDataSource.Child(
            prefix: String(Route([name]).description.dropFirst()) + "/", section: name,
            source: FetchedDataSource(results, section: section) { reader.cell(of: $0) })
    }
}
