/// A database of PostgreSQL that is created by SQL of PostgreSQL, with a folder beside it.
package final class PlainDatabase: TestDatabase {
    private let database: PostgresTestDatabase
    private let place: TemporaryFolder

    package var engine: TestEngine { .postgres }
    package var folder: String { place.path }
    package var path: String { database.url }

    package init(_ sql: String) throws {
        place = try TemporaryFolder()
        database = try PostgresTestDatabase(sql)
    }

    @discardableResult package func run(_ sql: String) async throws -> String { try await database.run(sql) }

    package func dump() async throws -> String {
        try await database.run("SELECT schema_to_xml_and_xmlschema('public', TRUE, FALSE, '')")
    }
}
