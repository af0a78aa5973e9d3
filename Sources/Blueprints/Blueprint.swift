import Changes
import Scenes
import Stores

/// What is derived from one schema: how each table is addressed and shown.
struct Blueprint: Sendable {
    let schema: Schema
    /// The columns that make a row's title, by table that can be read.
    let titles: [RowName: [String]]
    private let slugs: Slugs
    private let presentations: [RowName: Presentation]

    init(schema: Schema, reserved: Set<String>) {
        self.schema = schema
        titles = Dictionary(
            schema.tables.filter { $0.problem == nil }.map { (RowName($0.name), Presentation.title(in: $0)) },
            uniquingKeysWith: { first, _ in first })
        slugs = Slugs(of: schema, reserved: reserved)
        presentations = Dictionary(
            schema.tables.map { (RowName($0.name), Presentation(of: $0, in: schema)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The table that a path segment names.
    func table(at segment: String) -> Table? {
        slugs.table(at: segment).flatMap { schema.table(named: $0) }
    }

    /// How a table's rows are shown.
    func presentation(of table: Table) -> Presentation {
        presentations[RowName(table.name)] ?? Presentation(of: table, in: schema)
    }

    /// The route of a table's list.
    func route(to table: String, _ parameters: [Route.Parameter] = []) -> Route {
        Route([slugs.slug(of: table)], parameters)
    }

    /// The route of one value of a row.
    func route(to column: String, of id: String, in table: String) -> Route {
        Route([slugs.slug(of: table), id, Slugs.slug(of: column)])
    }

    /// The route of a row.
    func route(to id: String, of table: String) -> Route {
        Route([slugs.slug(of: table), id])
    }
}
