import Changes
import Dispatch
import Lists
import PostgreSQL
import Spools
import Tables

/// Finds what a server lacks to follow changes, and what views read.
package struct ServerCheck {
    /// How the database tells of its commits.
    package let capture: Capture
    private let connection: PostgresConnection

    /// Connects to a database. Blocks.
    package init(_ address: PostgresAddress) throws(StoreError) {
        (connection, capture) = try StoreError.from { () throws(PostgresFailure) in
            let connection = try PostgresConnection(address)
            return (connection, try Capture(on: connection))
        }
    }

    /// Returns what the server and the role lack, in sentences with the remedies.
    package func lacks() throws(StoreError) -> [String] {
        try StoreError.from { () throws(PostgresFailure) in
            let row = try connection.run(
                """
                SELECT current_setting('wal_level'), rolreplication OR rolsuper, quote_ident(current_user),
                    EXISTS (SELECT 1 FROM pg_publication WHERE pubname = $1), pg_is_in_recovery(),
                    \(CommandTable.isUsable), strpos(current_setting('synchronous_standby_names'), '*') > 0,
                    to_regclass($2) IS NOT NULL
                FROM pg_roles WHERE rolname = current_user
                """, [Capture.publication, Capture.log])
            func isTrue(_ column: Int) -> Bool { row.text(0, column) == "t" }
            let role = row.text(0, 2) ?? ""
            let (isAttached, hasLog) = (isTrue(3) || isTrue(7), isTrue(7))
            let lacks: [(isMissing: Bool, sentence: String)] = [
                (
                    hasLog && capture == .comparison,
                    "The role may not read the log of changes. Run as the owner: GRANT SELECT ON \(Capture.log) TO "
                        + "\(role);"
                ),
                (
                    !hasLog && isTrue(4),
                    "The server is a standby, which gives no stream before PostgreSQL 16."
                ),
                (
                    !hasLog && row.text(0, 0) != "logical",
                    "wal_level is \(row.text(0, 0) ?? ""). Set it to logical in postgresql.conf, and restart the "
                        + "server. \(Self.triggersHelp)"
                ),
                (
                    !hasLog && !isTrue(1),
                    "The role may not receive a stream. Run as a superuser: ALTER ROLE \(role) REPLICATION; "
                        + Self.triggersHelp
                ),
                (!isAttached, "No table is attached. Run `oriel attach` with the same address."),
                (
                    isAttached && !isTrue(5),
                    "The role may not record commands, so one with a key may run twice. Run as the owner: "
                        + "GRANT SELECT, INSERT, UPDATE, DELETE ON \(CommandTable.name) TO \(role);"
                ),
                (
                    isTrue(6),
                    "synchronous_standby_names has a *, which counts the stream to Oriel as a standby: a commit may be "
                        + "confirmed before any standby has it. Name the standbys instead."
                ),
            ]
            return lacks.filter(\.isMissing).map(\.sentence)
        }
    }

    private static let triggersHelp = "If that cannot be, run `oriel attach --triggers`: triggers log the changes then."

    /// Returns the tables whose changes are not recorded, although those of others are.
    package func unrecordedTables() throws(StoreError) -> [String] {
        guard capture != .comparison else { return [] }
        return try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try catalogue
            let unrecorded = Set(catalogue.unrecorded)
            return catalogue.schema.tables.map(\.name).filter {
                unrecorded.contains(ExactName($0)) && catalogue.schema.table(named: $0)?.kind == .table
            }
        }
    }

    /// Returns the collations by which only the server can sort, each with its columns, such as `Ticket.Title`.
    package func collationsOfServer() throws(StoreError) -> [(name: String, columns: [String])] {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try catalogue
            var columns: [String: [String]] = [:]
            for table in catalogue.schema.tables {
                for (place, column) in table.columns.enumerated() {
                    guard let type = catalogue.type(of: table, place), type.isText,
                        SortTermCode(type, isDescending: false) == nil
                    else { continue }
                    columns[type.order.title, default: []].append("\(table.name).\(column.name)")
                }
            }
            return columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// The schemas of the search path, and those outside it that have tables which the role may read. The names are
    /// quoted where SQL needs it.
    package struct SchemasOfRole: Sendable {
        package let path: [String]
        /// Those with most tables first.
        package let outside: [(name: String, tableCount: String)]
    }

    /// Returns the schemas whose tables the role of an address may read. Connects on another thread.
    package static func schemasOfRole(at address: PostgresAddress) async throws(StoreError) -> SchemasOfRole {
        try await DispatchQueue.global().value { () throws(StoreError) in try ServerCheck(address).schemasOfRole() }
    }

    /// Returns the schemas whose tables the role may read.
    package func schemasOfRole() throws(StoreError) -> SchemasOfRole {
        try StoreError.from { () throws(PostgresFailure) in
            let path = try connection.run("SELECT quote_ident(unnest(current_schemas(false)))")
            let outside = try connection.run(Self.schemasOutside)
            return SchemasOfRole(
                path: (0..<path.count).map { path.text($0, 0) ?? "" },
                outside: (0..<outside.count).map { (outside.text($0, 0) ?? "", outside.text($0, 1) ?? "") })
        }
    }

    /// Selects schemas with the number of their tables, those with most tables first. Tables of extensions are left
    /// out.
    private static let schemasOutside = """
        SELECT quote_ident(nspname), count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relispartition AND nspname NOT LIKE 'pg\\_%'
            AND nspname <> 'information_schema' AND nspname <> ALL (current_schemas(false))
            AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AND NOT EXISTS (
                SELECT FROM pg_depend WHERE objid = c.oid AND classid = 'pg_class'::regclass AND deptype = 'e')
        GROUP BY nspname ORDER BY 2 DESC, 1
        """

    private var catalogue: Catalogue {
        get throws(PostgresFailure) {
            try CatalogueReader(connection: connection, capture: capture, isReadOnly: true).read()
        }
    }

    /// Returns the columns of tables that a view reads, through other views too, such as `Ticket.Team`. A table whose
    /// rows are only counted is listed by its name.
    package func columnsRead(by view: String) throws(StoreError) -> [String] {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try catalogue
            let rows = try connection.run(Self.dependencies, [catalogue.path(of: view)])
            return (0..<rows.count).map { row in
                let table = rows.text(row, 0).flatMap { UInt32($0) }.flatMap { catalogue.names[$0]?.text }
                return [table ?? rows.text(row, 1), rows.text(row, 2)].compactMap(\.self).joined(separator: ".")
            }.sorted()
        }
    }

    private static let dependencies = """
        WITH RECURSIVE read(relation, place) AS (
            SELECT to_regclass($1)::oid, 0
            UNION SELECT d.refobjid, d.refobjsubid FROM read JOIN pg_rewrite r ON r.ev_class = read.relation
                JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
                    AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class)
        SELECT c.oid::bigint, relname, attname FROM read JOIN pg_class c ON c.oid = relation
            LEFT JOIN pg_attribute a ON attrelid = relation AND attnum = place AND place > 0
        WHERE relkind IN ('r', 'p', 'f') AND (place > 0 OR NOT EXISTS (
            SELECT 1 FROM read AS other WHERE other.relation = read.relation AND other.place > 0))
        """
}
