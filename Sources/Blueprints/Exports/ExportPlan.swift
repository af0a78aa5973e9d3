import Changes
import JSON
import Loop
import Tables

/// The query of an export, and the encoding of its values.
struct ExportPlan: Sendable {
    let table: Table
    let query: Query
    let columns: [ExportColumn]
    /// Returns a value in a column of the row with this id, as documents have it.
    let json: @Sendable (_ value: SQLValue, _ column: String, _ id: String) -> JSON

    /// Creates the export of a table: the columns that the route names, or all visible ones.
    init(_ selection: Selection, in blueprint: Blueprint) {
        let names = selection.columns.isEmpty ? nil : selection.columns
        let reader = RowReader(selection.table, in: blueprint, whole: true, showing: names)
        table = selection.table
        query = selection.query(columns: reader.columns)
        columns = reader.columns.enumerated().map { ExportColumn(name: $1, place: $0) }
        json = { reader.json($0, in: $1, of: $2) }
    }

    /// Creates the export of a list with declared columns: those that the route names, or all. The column that stands
    /// for a reference follows its key.
    @SceneActor init(_ screen: ListScreen, _ selection: Selection, in blueprint: Blueprint) {
        let table = screen.table
        let declared = screen.columns.flatMap { column -> [String] in
            guard case .column(let title?) = column.source else { return [column.name] }
            let path = "\(column.name).\(title)"
            return screen.viewer.sees(path, in: table) ? [column.name, path] : [column.name]
        }
        let names = (selection.columns.isEmpty ? declared : selection.columns).distinct { $0 }
        let own = names.filter { table.column(named: $0) != nil }
        let referred = names.filter { table.column(named: $0) == nil }.compactMap(table.referredColumn)
        let computed = screen.columns.compactMap { column -> (name: String, text: String)? in
            guard case .sql(let sql) = column.source, names.contains(column.name) else { return nil }
            return (column.name, sql.text)
        }
        var query = selection.query(columns: own)
        query.referred = referred
        query.computed = computed.map { .sql($0.text) }
        let read = (own + referred.map(\.path) + computed.map(\.name)).map(ExactName.init)
        (self.table, self.query) = (table, query)
        columns = names.compactMap { name in
            read.firstIndex(of: ExactName(name)).map { ExportColumn(name: name, place: $0) }
        }
        let reader = RowReader(table, in: blueprint, whole: true, showing: own)
        let others = Set(read.dropFirst(own.count))
        json = { others.contains(ExactName($1)) ? $0.json : reader.json($0, in: $1, of: $2) }
    }
}
