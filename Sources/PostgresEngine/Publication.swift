import Lists
import PostgreSQL
import Tables

/// The publication of a database's tables, from which the stream of changes comes, and its table of completed commands.
package struct Publication {
    private let connection: PostgresConnection

    /// Something that a server lacks for the stream, with its remedy.
    package struct Lack: Sendable {
        package let sentence: String
    }

    /// The tables that the publication has after ``attach()``.
    package struct Extent: Sendable {
        /// The tables whose changes are published.
        package let tables: [String]
        /// The tables without a primary key, which are not published.
        package let keyless: [String]
    }

    /// Connects to a database. Blocks.
    package init(_ address: PostgresAddress) throws(StoreError) {
        do throws(PostgresFailure) {
            connection = try PostgresConnection(address)
        } catch {
            throw StoreError(error)
        }
    }

    /// The tables of the database.
    package func extent() throws(StoreError) -> Extent {
        try storeErrors { () throws(PostgresFailure) in
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

    /// The statements for the tables of this database.
    package func script() throws(StoreError) -> String {
        Self.script(for: try extent().tables, replacing: try exists())
    }

    /// Publishes all tables with a primary key.
    package func attach() throws(StoreError) -> Extent {
        let (extent, script) = (try extent(), try script())
        try storeErrors { () throws(PostgresFailure) in _ = try connection.runScript("BEGIN;\n\(script)COMMIT") }
        return extent
    }

    /// Removes what ``attach()`` has added. Returns whether there was anything.
    package func detach() throws(StoreError) -> Bool {
        let isThere = try exists()
        try storeErrors { () throws(PostgresFailure) in
            _ = try connection.runScript(
                "BEGIN; DROP PUBLICATION IF EXISTS \(ChangeStream.publication); "
                    + "DROP TABLE IF EXISTS \(CommandTable.name); COMMIT")
        }
        return isThere
    }

    /// Returns the things that the server and the role lack. Without a stream, lists are compared after each commit.
    package func lacks() throws(StoreError) -> [Lack] {
        try storeErrors { () throws(PostgresFailure) in
            let row = try connection.run(
                """
                SELECT current_setting('wal_level'), rolreplication OR rolsuper, quote_ident(current_user),
                    EXISTS (SELECT 1 FROM pg_publication WHERE pubname = $1), pg_is_in_recovery(),
                    \(CommandTable.isUsable)
                FROM pg_roles WHERE rolname = current_user
                """, [ChangeStream.publication])
            var lacks: [Lack] = []
            func note(_ isMissing: Bool, _ sentence: String) { if isMissing { lacks.append(Lack(sentence: sentence)) } }
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
                "The role may not record commands. Run as the owner: "
                    + "GRANT SELECT, INSERT, UPDATE, DELETE ON \(CommandTable.name) TO \(row.text(0, 2) ?? "");")
            return lacks
        }
    }

    private func exists() throws(StoreError) -> Bool {
        try storeErrors { () throws(PostgresFailure) in
            let name = ChangeStream.publication
            return try connection.run("SELECT 1 FROM pg_publication WHERE pubname = $1", [name]).count == 1
        }
    }

    private func unloggedTables() throws(PostgresFailure) -> [String] {
        let rows = try connection.run(
            "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND pg_table_is_visible(oid)")
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    private func storeErrors<Value>(_ body: () throws(PostgresFailure) -> Value) throws(StoreError) -> Value {
        do throws(PostgresFailure) {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }
}
