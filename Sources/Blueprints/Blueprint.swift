import Changes
import Lists
import Scenes
import Stores
import Tables

/// The screens derived from one schema: the routes and the presentation of each table.
struct Blueprint: Sendable {
    let schema: Schema
    /// The title columns of each readable table.
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

    /// Returns the table of a path segment.
    func table(at segment: String) -> Table? {
        slugs.table(at: segment).flatMap { schema.table(named: $0) }
    }

    /// Returns the presentation of a table's rows.
    func presentation(of table: Table) -> Presentation {
        presentations[RowName(table.name)] ?? Presentation(of: table, in: schema)
    }

    /// Returns the route of a table's list.
    func route(to table: String, _ parameters: [Route.Parameter] = []) -> Route {
        Route([slugs.slug(of: table)], parameters)
    }

    /// Returns the route of one value in a row.
    func route(to column: String, of id: String, in table: String) -> Route {
        Route([slugs.slug(of: table), id, Slugs.slug(of: column)])
    }

    /// Returns the route of a row.
    func route(to id: String, of table: String) -> Route {
        Route([slugs.slug(of: table), id])
    }
}
