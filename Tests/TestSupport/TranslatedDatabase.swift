/// A PostgreSQL database of a test whose SQL is in the dialect of SQLite.
package final class TranslatedDatabase: TestDatabase {
    private let database: PostgresTestDatabase
    private let place: TemporaryFolder

    package var engine: TestEngine { .postgres }
    package var folder: String { place.path }
    package var path: String { database.url }

    /// A new database created by `sql`. Its changes can be followed.
    package init(_ sql: String) throws {
        place = try TemporaryFolder()
        database = try PostgresTestDatabase(Self.functions + Self.script(sql) + ";\n" + Self.numbering)
    }

    @discardableResult
    package func run(_ sql: String) async throws -> String {
        let script = Self.script(sql)
        let output = try await blocking { [database] in
            try database.cluster.run(script, in: database.name, isOneTransaction: false)
        }
        return output.replacing("\t", with: "|")
    }

    package func dump() async throws -> String {
        try await database.run("SELECT schema_to_xml_and_xmlschema('public', TRUE, FALSE, '')")
    }

    /// Returns a script that runs without foreign keys and triggers: the `sqlite3` shell enforces no foreign keys.
    private static func script(_ sql: String) -> String {
        "SET session_replication_role = replica;\n" + PostgresDialect.sql(sql)
    }

    /// The functions of SQLite that tests use. The only format is that of a number with leading zeros, such as `%04d`.
    private static let functions = """
        CREATE FUNCTION printf(format text, number bigint) RETURNS text IMMUTABLE LANGUAGE sql AS $$
            SELECT repeat('0', substr(format, 3, length(format) - 3)::integer - length(number::text)) || number
        $$;

        """

    /// Lets generated keys continue after the present ones.
    private static let numbering = """
        DO $$
        DECLARE
            place record;
        BEGIN
            FOR place IN
                SELECT format('%I', table_name) AS relation, column_name AS name FROM information_schema.columns
                WHERE table_schema = 'public' AND is_identity = 'YES'
            LOOP
                EXECUTE format(
                    'SELECT setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, FALSE) FROM %s',
                    place.relation, place.name, place.name, place.relation);
            END LOOP;
        END $$;
        """
}
