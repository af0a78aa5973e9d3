import Changes
import Lists
import PostgreSQL
import Tables

/// A database that `oriel attach` prepares. It gets a publication or a log, so that lists follow its changes, and the
/// table of completed commands.
package struct AttachedDatabase {
    private let connection: PostgresConnection

    /// How changes are followed.
    package enum Means: Sendable {
        /// A publication, from which the stream of changes comes.
        case publication
        /// A log that triggers fill, for servers that give no stream.
        case triggers
    }

    /// The tables of a database.
    package struct Extent: Sendable {
        /// The tables whose changes are followed.
        package let tables: [String]
        /// The tables without a primary key, whose changes are not followed.
        package let keyless: [String]
    }

    /// Connects to a database. Blocks.
    package init(_ address: PostgresAddress) throws(StoreError) {
        connection = try StoreError.from { () throws(PostgresFailure) in try PostgresConnection(address) }
    }

    /// A table that can be attached.
    private struct Found {
        let table: Table
        /// The table in SQL.
        let path: String

        var hasKey: Bool { table.key != .none }
    }

    /// The statements that attach the tables of this database. The owner of the tables may run them.
    package func script(_ means: Means) throws(StoreError) -> String { try statements(means, of: tables(means)) }

    /// Attaches all tables with a primary key, and ends the other means.
    package func attach(_ means: Means) throws(StoreError) -> Extent {
        let tables = try tables(means)
        try run(statements(means, of: tables))
        return Extent(
            tables: tables.filter(\.hasKey).map(\.table.name), keyless: tables.filter { !$0.hasKey }.map(\.table.name))
    }

    /// Attaches again the tables of a database that this role has attached, because it has new ones.
    package func attachAgain() throws(StoreError) {
        let publication = try answers(
            "SELECT 1 FROM pg_publication WHERE pubname = $1 AND pg_has_role(pubowner, 'USAGE')",
            Capture.publication)
        let log = try answers(
            "SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND pg_has_role(relowner, 'USAGE')", Capture.log)
        if publication {
            _ = try attach(.publication)
        } else if log, try hasUnloggedTables() {
            _ = try attach(.triggers)
        }
    }

    /// Whether a table with a key has no triggers, so that writers need not wait for others in vain.
    private func hasUnloggedTables() throws(StoreError) -> Bool {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try CatalogueReader(connection: connection, capture: .triggers, isReadOnly: true).read()
            return catalogue.schema.tables.contains {
                $0.kind == .table && $0.key != .none && !catalogue.recorded.contains(ExactName($0.name))
            }
        }
    }

    /// Removes what ``attach(_:)`` has added. Returns whether there was anything.
    package func detach() throws(StoreError) -> Bool {
        let (hasPublication, hasLog) = try (hasPublication(), hasLog())
        try run(
            "DROP PUBLICATION IF EXISTS \(Capture.publication);\n" + removalOfLog()
                + "DROP TABLE IF EXISTS \(CommandTable.name);\n")
        return hasPublication || hasLog
    }

    private func run(_ script: String) throws(StoreError) {
        let beginning = """
            BEGIN; SET LOCAL lock_timeout = '30s'; SELECT pg_advisory_xact_lock(hashtext('oriel attach'));

            """
        _ = try StoreError.from { () throws(PostgresFailure) in
            try connection.runScript(beginning + script + "COMMIT")
        }
    }

    private func statements(_ means: Means, of tables: [Found]) throws(StoreError) -> String {
        let attached = tables.filter(\.hasKey)
        let endings = try endings()
        let commands = CommandTable.creation + ";\n"
        switch means {
        case .publication:
            return try removalOfLog() + publication(attached.map(\.path) + endings) + commands
        case .triggers:
            let removal = try hasPublication() ? "DROP PUBLICATION \(Capture.publication);\n" : ""
            let keys = attached.map { ($0.path, RowLocator(table: $0.table).keyColumns) } + endings.map { ($0, []) }
            var all: [TriggerScript.LoggedTable] = []
            for (path, key) in keys { if let table = try logged(path, key: key) { all.append(table) } }
            return try removal + TriggerScript(schema: schema(), tables: all).creation + commands
        }
    }

    /// Returns what is logged of a table; `nil` if another server has some of its rows.
    private func logged(_ path: String, key: [String]) throws(StoreError) -> TriggerScript.LoggedTable? {
        let parts = try StoreError.from { () throws(PostgresFailure) in
            try connection.run(
                """
                SELECT oid::regclass, relkind = 'f' FROM pg_class WHERE oid IN (
                    SELECT relid FROM pg_partition_tree($1::regclass) UNION SELECT $1::regclass)
                """, [path])
        }
        guard (0..<parts.count).allSatisfy({ parts.text($0, 1) == "f" }) else { return nil }
        return TriggerScript.LoggedTable(key: key, parts: (0..<parts.count).compactMap { parts.text($0, 0) })
    }

    private func publication(_ tables: [String]) throws(StoreError) -> String {
        let list = tables.joined(separator: ", ")
        let name = Capture.publication
        switch (try hasPublication(), tables.isEmpty) {
        case (true, false): return "ALTER PUBLICATION \(name) SET TABLE \(list);\n"
        case (true, true): return ""
        case (false, _):
            return "CREATE PUBLICATION \(name)\(tables.isEmpty ? "" : " FOR TABLE \(list)") "
                + "WITH (publish_via_partition_root = true);\n"
        }
    }

    private func removalOfLog() throws(StoreError) -> String {
        try hasLog() ? TriggerScript.removal(ofLogIn: schema()) : ""
    }

    /// The tables of the database that can be attached. Unlogged tables are in no stream.
    private func tables(_ means: Means) throws(StoreError) -> [Found] {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try CatalogueReader(connection: connection, capture: .comparison, isReadOnly: true).read()
            let rows = try connection.run("SELECT oid::bigint FROM pg_class WHERE relpersistence = 'u'")
            let ids = (0..<rows.count).compactMap { rows.text($0, 0).flatMap { UInt32($0) } }
            let unlogged = Set(ids.compactMap { catalogue.names[$0] })
            let tables = catalogue.schema.tables.filter {
                $0.kind == .table
                    && (means == .triggers || $0.key == .none || !unlogged.contains(ExactName($0.name)))
            }
            return tables.map { Found(table: $0, path: catalogue.path(of: $0.name)) }
        }
    }

    /// The table of ended sessions, if this role owns it. With it, nodes learn of an end at once, and otherwise within
    /// a second.
    private func endings() throws(StoreError) -> [String] {
        let name = "_oriel_ending"
        return try answers(
            "SELECT 1 FROM pg_class WHERE oid = to_regclass($1) AND pg_has_role(relowner, 'USAGE')", name) ? [name] : []
    }

    /// The schema of the log, as SQL: where it is, or the first of the search path.
    private func schema() throws(StoreError) -> String {
        let name = try StoreError.from { () throws(PostgresFailure) in
            try connection.run(
                """
                SELECT coalesce((SELECT relnamespace::regnamespace::text FROM pg_class
                    WHERE oid = to_regclass($1)), quote_ident(current_schema()))
                """, [Capture.log]
            ).text(0, 0)
        }
        guard let name else { throw .failed("no schema of the search path exists") }
        return name
    }

    private func hasPublication() throws(StoreError) -> Bool {
        try answers("SELECT 1 FROM pg_publication WHERE pubname = $1", Capture.publication)
    }

    private func hasLog() throws(StoreError) -> Bool {
        try answers("SELECT 1 WHERE to_regclass($1) IS NOT NULL", Capture.log)
    }

    private func answers(_ question: String, _ name: String) throws(StoreError) -> Bool {
        try StoreError.from { () throws(PostgresFailure) in try connection.run(question, [name]).count == 1 }
    }
}
