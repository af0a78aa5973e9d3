import Foundation
import PostgreSQL

/// Archives of PostgreSQL databases, by `pg_dump` and `pg_restore`.
enum PostgresArchive {
    /// Writes an archive of one snapshot.
    ///
    /// - Returns: The number of rows of each table in the snapshot, and its position in the write-ahead log.
    static func dump(
        _ address: PostgresAddress, to path: String
    ) throws(BackupError) -> (rows: [String: Int64], position: String) {
        do {
            let connection = try PostgresConnection(address)
            try connection.runScript("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            try connection.runScript("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let snapshot = try connection.run("SELECT pg_export_snapshot(), \(position)")
            let tool = ClientTool(
                name: "pg_dump",
                arguments: ["--format=custom", "--file=\(path)", "--snapshot=\(snapshot.text(0, 0) ?? "")"],
                environment: connection.environment)
            try tool.run()
            return (try count(connection), snapshot.text(0, 1) ?? "")
        } catch {
            throw BackupError(address, error)
        }
    }

    /// Reads an archive from its beginning to its end. It may also have rows of extensions' tables.
    ///
    /// - Returns: The number of rows of each of these tables.
    static func rows(in path: String, of tables: some Collection<String>) throws(BackupError) -> [String: Int64] {
        var rows: [String: Int64] = [:]
        var table: String?
        try ClientTool(name: "pg_restore", arguments: ["--data-only", "--file=-", path]).run { line in
            if let name = table {
                if line == Data("\\.".utf8) { table = nil } else { rows[name]? += 1 }
            } else if line.starts(with: Data("COPY ".utf8)) {
                let name = String(decoding: line, as: UTF8.self).dropFirst(5)
                let known = tables.filter { name.hasPrefix($0 + " ") }.max { $0.count < $1.count }
                table = known ?? String(name)
                if let known { rows[known] = 0 }
            }
        }
        return rows
    }

    /// Fills an empty database from an archive, all or nothing.
    static func restore(_ path: String, _ rows: [String: Int64], to address: PostgresAddress) throws(BackupError) {
        do {
            let connection = try PostgresConnection(address)
            let relations = try connection.run(
                "SELECT count(*), min(relname) FROM pg_class WHERE \(isOwn) AND relkind IN ('r', 'p', 'v', 'm', 'f')")
            guard relations.text(0, 0) == "0" else {
                throw BackupError(
                    "\(address.shown): The database has tables (\(relations.text(0, 1) ?? "")). Create an empty one "
                        + "(`createdb`), and give its address with --store.")
            }
            let name = connection.environment["PGDATABASE"] ?? address.name
            try ClientTool(
                name: "pg_restore", arguments: ["--single-transaction", "--exit-on-error", "--dbname=\(name)", path],
                environment: connection.environment
            ).run()
            guard try count(connection) == rows else {
                throw BackupError("\(address.shown): The numbers of rows differ from the backup.")
            }
        } catch {
            throw BackupError(address, error)
        }
    }

    /// The tables whose rows an archive has: neither the system's nor an extension's.
    private static let isOwn = """
        relnamespace IN (
            SELECT oid FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
            AND deptype = 'e')
        """
    private static let position =
        "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END"

    private static func count(_ connection: PostgresConnection) throws(PostgresFailure) -> [String: Int64] {
        let tables = try connection.run(
            "SELECT quote_ident(nspname) || '.' || quote_ident(relname) FROM pg_class "
                + "JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE \(isOwn) AND relkind = 'r'")
        var rows: [String: Int64] = [:]
        for place in 0..<tables.count {
            guard let name = tables.text(place, 0) else { continue }
            rows[name] = try connection.run("SELECT count(*) FROM ONLY \(name)").text(0, 0).flatMap { Int64($0) }
        }
        return rows
    }
}

extension BackupError {
    /// The error about a database, without its password.
    fileprivate init(_ address: PostgresAddress, _ error: any Error) {
        if let error = error as? BackupError {
            self = error
        } else {
            self.init("\(address.shown): \((error as? PostgresFailure)?.message ?? "\(error)")")
        }
    }
}
