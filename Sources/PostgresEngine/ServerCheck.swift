import Changes
import Lists
import PostgreSQL
import Tables

/// Finds what a server lacks for the stream of changes, and what views read.
package struct ServerCheck {
    private let connection: PostgresConnection

    /// Something that a server or its role lacks.
    package struct Lack: Sendable {
        /// What is missing, with the remedy.
        package let sentence: String
        /// Whether there is no stream without it, so that lists are compared after each commit.
        package let endsStream: Bool
    }

    /// Connects to a database. Blocks.
    package init(_ address: PostgresAddress) throws(StoreError) {
        connection = try StoreError.from { () throws(PostgresFailure) in try PostgresConnection(address) }
    }

    /// Returns what the server and the role lack.
    package func lacks() throws(StoreError) -> [Lack] {
        try StoreError.from { () throws(PostgresFailure) in
            let row = try connection.run(
                """
                SELECT current_setting('wal_level'), rolreplication OR rolsuper, quote_ident(current_user),
                    EXISTS (SELECT 1 FROM pg_publication WHERE pubname = $1), pg_is_in_recovery(),
                    \(CommandTable.isUsable), strpos(current_setting('synchronous_standby_names'), '*') > 0
                FROM pg_roles WHERE rolname = current_user
                """, [ChangeStream.publication])
            var lacks: [Lack] = []
            func note(_ isMissing: Bool, _ sentence: String, endsStream: Bool = true) {
                if isMissing { lacks.append(Lack(sentence: sentence, endsStream: endsStream)) }
            }
            note(row.text(0, 4) == "t", "The server is a standby, which gives no stream before PostgreSQL 16.")
            note(
                row.text(0, 0) != "logical",
                "wal_level is \(row.text(0, 0) ?? ""). Set it to logical in postgresql.conf, and restart the server.")
            note(
                row.text(0, 1) != "t",
                "The role may not receive a stream. Run as a superuser: ALTER ROLE \(row.text(0, 2) ?? "") REPLICATION;"
            )
            note(row.text(0, 3) != "t", "No table is published. Run `oriel attach` with the same address.")
            note(
                row.text(0, 3) == "t" && row.text(0, 5) != "t",
                "The role may not record commands, so one with a key may run twice. Run as the owner: "
                    + "GRANT SELECT, INSERT, UPDATE, DELETE ON \(CommandTable.name) TO \(row.text(0, 2) ?? "");",
                endsStream: false)
            note(
                row.text(0, 6) == "t",
                "synchronous_standby_names has a *, which counts the stream to Oriel as a standby: a commit may be "
                    + "confirmed before any standby has it. Name the standbys instead.", endsStream: false)
            return lacks
        }
    }

    /// Returns the tables whose changes the stream does not bring, although there is a publication.
    package func unpublishedTables() throws(StoreError) -> [String] {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try CatalogueReader(
                connection: connection, publication: ChangeStream.publication, isReadOnly: true
            ).read()
            guard !catalogue.published.isEmpty else { return [] }
            return catalogue.schema.tables.filter {
                $0.kind == .table && !catalogue.published.contains(ExactName($0.name))
            }.map(\.name)
        }
    }

    /// Returns the columns of tables that a view reads, through other views too, such as `Ticket.Team`. A table whose
    /// rows are only counted is listed by its name.
    package func columnsRead(by view: String) throws(StoreError) -> [String] {
        try StoreError.from { () throws(PostgresFailure) in
            let rows = try connection.run(Self.dependencies, [view])
            return (0..<rows.count).compactMap { rows.text($0, 0) }
        }
    }

    private static let dependencies = """
        WITH RECURSIVE read(relation, place) AS (
            SELECT to_regclass(quote_ident($1))::oid, 0
            UNION SELECT d.refobjid, d.refobjsubid FROM read JOIN pg_rewrite r ON r.ev_class = read.relation
                JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
                    AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.ev_class)
        SELECT concat_ws('.', relname, attname) FROM read JOIN pg_class c ON c.oid = relation
            LEFT JOIN pg_attribute a ON attrelid = relation AND attnum = place AND place > 0
        WHERE relkind IN ('r', 'p', 'f') AND (place > 0 OR NOT EXISTS (
            SELECT 1 FROM read AS other WHERE other.relation = read.relation AND other.place > 0))
        ORDER BY 1
        """
}
