import Lists
import PostgreSQL
import Tables

/// The publication of a database's tables, from which the stream of changes comes, and its table of completed commands.
package struct Publication {
    private let connection: PostgresConnection

    /// The tables that the publication has after ``attach()``.
    package struct Extent: Sendable {
        /// The tables whose changes are published.
        package let tables: [String]
        /// The tables without a primary key, which are not published.
        package let keyless: [String]
    }

    /// Connects to a database. Blocks.
    package init(_ address: PostgresAddress) throws(StoreError) {
        connection = try StoreError.from { () throws(PostgresFailure) in try PostgresConnection(address) }
    }

    /// The tables of the database.
    package func extent() throws(StoreError) -> Extent {
        try StoreError.from { () throws(PostgresFailure) in
            let catalogue = try CatalogueReader(connection: connection, publication: nil, isReadOnly: true).read()
            let tables = catalogue.schema.tables.filter { $0.kind == .table }
            let unlogged = try unloggedTables()
            return Extent(
                tables: tables.filter { $0.key != .none && !unlogged.contains($0.name) }.map(\.name),
                keyless: tables.filter { $0.key == .none }.map(\.name))
        }
    }

    /// The statements that publish these tables. The owner of the tables may run them.
    package static func script(for tables: [String], replacing isThere: Bool) -> String {
        let list = tables.map(\.quoted).joined(separator: ", ")
        let name = ChangeStream.publication
        let publication =
            switch (isThere, tables.isEmpty) {
            case (true, false): "ALTER PUBLICATION \(name) SET TABLE \(list);\n"
            case (true, true): ""
            case (false, _):
                "CREATE PUBLICATION \(name)\(tables.isEmpty ? "" : " FOR TABLE \(list)") "
                    + "WITH (publish_via_partition_root = true);\n"
            }
        return publication + CommandTable.creation + ";\n"
    }

    /// The statements for the tables of this database, and for the ends of sessions, if they are there.
    package func script() throws(StoreError) -> String {
        Self.script(for: try extent().tables + endings(), replacing: try exists())
    }

    /// The table of ended sessions, if this role owns it. With it, nodes learn of an end at once, and otherwise within
    /// a second.
    private func endings() throws(StoreError) -> [String] {
        try StoreError.from { () throws(PostgresFailure) in
            let found = try connection.run(
                "SELECT relname FROM pg_class WHERE oid = to_regclass('_oriel_ending') "
                    + "AND pg_has_role(relowner, 'USAGE')")
            return (0..<found.count).compactMap { found.text($0, 0) }
        }
    }

    /// Publishes all tables with a primary key.
    package func attach() throws(StoreError) -> Extent {
        let (extent, script) = (try extent(), try script())
        try StoreError.from { () throws(PostgresFailure) in _ = try connection.runScript("BEGIN;\n\(script)COMMIT") }
        return extent
    }

    /// Removes what ``attach()`` has added. Returns whether there was anything.
    package func detach() throws(StoreError) -> Bool {
        let isThere = try exists()
        try StoreError.from { () throws(PostgresFailure) in
            _ = try connection.runScript(
                "BEGIN; DROP PUBLICATION IF EXISTS \(ChangeStream.publication); "
                    + "DROP TABLE IF EXISTS \(CommandTable.name); COMMIT")
        }
        return isThere
    }

    private func exists() throws(StoreError) -> Bool {
        try StoreError.from { () throws(PostgresFailure) in
            let name = ChangeStream.publication
            return try connection.run("SELECT 1 FROM pg_publication WHERE pubname = $1", [name]).count == 1
        }
    }

    /// Whether the database is published by this role, which may therefore publish more of its tables.
    package func isMine() throws(StoreError) -> Bool {
        try StoreError.from { () throws(PostgresFailure) in
            let name = ChangeStream.publication
            return try connection.run(
                "SELECT 1 FROM pg_publication WHERE pubname = $1 AND pg_has_role(pubowner, 'USAGE')", [name]
            ).count == 1
        }
    }

    private func unloggedTables() throws(PostgresFailure) -> [String] {
        let rows = try connection.run(
            "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND pg_table_is_visible(oid)")
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }
}
