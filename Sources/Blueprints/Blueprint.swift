import Changes
import Lists
import Rights
import Scenes
import Stores
import Tables

/// The screens derived from one schema: the routes and the presentation of each table.
struct Blueprint: Sendable {
    /// The commands of a table: the columns that an insertion and an update may set, and whether rows may be deleted.
    struct Changes: Sendable {
        var insertion: [Column]?
        var update: [Column]?
        var deletes = false
        /// The conditions that rules set for the row of a command, by the command's name.
        var conditions: [(command: String, condition: Expression)] = []
    }

    /// The tables and columns that exist for the viewers.
    let schema: Schema
    /// The grants of the viewers; `nil` if no rule limits anything.
    private let grants: Grants?
    /// The schema before rules hide parts of it.
    private let whole: Schema
    /// Whether tables can be written under rules.
    private let writes: Bool
    /// The title columns of each readable table.
    let titles: [ExactName: [String]]
    /// The declared scenes.
    let scenes: SceneSet
    private let slugs: Slugs
    private let presentations: [ExactName: Presentation]

    /// Derives the screens of the granted part of a schema. `nil` grants the whole schema.
    init(
        schema whole: Schema, granted grants: Grants? = nil, reserved: Set<String>, writes: Bool = true,
        beside scenes: SceneSet = SceneSet()
    ) {
        self.scenes = scenes
        let schema = grants?.restricted(whole) ?? whole
        (self.schema, self.whole, self.grants, self.writes) = (schema, whole, grants, writes)
        titles = Dictionary(
            schema.tables.filter { $0.problem == nil }.map { (ExactName($0.name), Presentation.title(in: $0)) },
            uniquingKeysWith: { first, _ in first })
        slugs = Slugs(of: schema, reserved: reserved)
        presentations = Dictionary(
            schema.tables.map { (ExactName($0.name), Presentation(of: $0, in: schema)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the table of a path segment.
    func table(at segment: String) -> Table? {
        slugs.table(at: segment).flatMap { schema.table(named: $0) }
    }

    /// Whether the rows of a table may be exported.
    func allowsExport(of table: Table) -> Bool { grants == nil || grants?[table.name]?.exports == true }

    /// Returns the presentation of a table's rows.
    func presentation(of table: Table) -> Presentation {
        presentations[ExactName(table.name)] ?? Presentation(of: table, in: schema)
    }

    /// Returns the route of a table's list.
    func route(to table: String, _ parameters: [Route.Parameter] = []) -> Route {
        Route([slugs.slug(of: table)], parameters)
    }

    /// Returns the route of one value in a row.
    func route(to column: String, of id: String, in table: String) -> Route {
        Route([slugs.slug(of: table), id, Slugs.slug(of: column)])
    }

    /// Returns the route of the screen that shows a row: a declared one, or else the derived one if derived screens
    /// exist.
    func link(to id: String, of table: String) -> String? {
        if let path = scenes.path(ofRowsIn: table) { return path.route { _ in id }?.description }
        return scenes.app.hidesTables ? nil : route(to: id, of: table).description
    }

    /// Returns the route of the list that shows a table: a declared one, or else the derived one if derived screens
    /// exist.
    func link(toListOf table: String) -> String? {
        if let path = scenes.path(ofListOf: table) { return path.route?.description }
        return scenes.app.hidesTables ? nil : route(to: table).description
    }

    /// Returns the route of a row.
    func route(to id: String, of table: String) -> Route {
        Route([slugs.slug(of: table), id])
    }
}

extension Blueprint {
    /// Returns the commands of a table.
    func changes(of table: Table) -> Changes {
        guard table.isWritable else { return Changes() }
        guard let grants else { return Changes(insertion: table.columns, update: table.columns, deletes: true) }
        guard writes, let grant = grants[table.name] else { return Changes() }
        let conditions = [("update", grant.update?.rows), ("delete", grant.deletion)]
        return Changes(
            insertion: grant.insertion.map { columns($0.columns.named, of: table) },
            update: grant.update.map { columns($0.columns.named, of: table) }, deletes: grant.deletion != nil,
            conditions: conditions.compactMap { command, condition in
                condition.flatMap { $0.isAlways ? nil : (command, $0) }
            })
    }

    /// Returns the columns of a row's own screen, including columns that are visible only in some rows.
    func columns(ofRowsIn table: Table) -> [Column] {
        let conditional = grants?[table.name]?.conditionalColumns.map(\.name) ?? []
        return table.columns + columns(conditional, of: table)
    }

    /// Whether a column is visible only in some rows.
    func isConditional(_ column: Column, in table: Table) -> Bool { table.column(named: column.name) == nil }

    /// Returns the table with the columns that a row's own screen reads: the shown columns, and the columns that other
    /// tables refer to.
    func tableOfRows(_ table: Table) -> Table {
        var whole = table
        whole.columns = columns(ofRowsIn: table)
        let missing = table.references.flatMap(\.parentColumns).filter { whole.column(named: $0) == nil }
        whole.columns += columns(missing.distinct { $0 }, of: table)
        return whole
    }

    private func columns(_ names: [String], of table: Table) -> [Column] {
        let known = whole.table(named: table.name)
        return names.compactMap { known?.column(named: $0) }
    }
}
