import Changes
import Lists
import PostgreSQL

/// The table of completed commands with a key, in a database that `oriel attach` has prepared. A second node that gets
/// the same command waits for the first one's transaction.
enum CommandTable {
    static let name = "_oriel_commands"

    /// Creates the table.
    static let creation = """
        CREATE TABLE IF NOT EXISTS \(name) (
            key text PRIMARY KEY, request bigint NOT NULL, row text, time timestamptz NOT NULL DEFAULT now());
        CREATE INDEX IF NOT EXISTS _oriel_commands_time ON \(name) (time)
        """

    /// The condition that the table exists, and that the role may use it.
    static let isUsable = """
        coalesce((SELECT bool_and(has_table_privilege(oid, what)) FROM pg_class,
            unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS what WHERE oid = to_regclass('\(name)')), FALSE)
        """

    /// The record of a command.
    enum Record {
        /// There is no table.
        case unknowable
        /// The command is new. Its key is taken by this transaction.
        case new
        /// The command ran before, with this request, and wrote the row of this id.
        case done(request: Int64, row: String?)
    }

    /// Takes a key, or returns what ran with it before. Deletes a few keys that are older than a day.
    static func take(_ receipt: Receipt, _ connection: PostgresConnection) throws(PostgresFailure) -> Record {
        guard try connection.run("SELECT \(isUsable)").text(0, 0) == "t" else { return .unknowable }
        if receipt.isQuestion { return try find(receipt, connection) ?? .new }
        let taken = try connection.runPrepared(
            "INSERT INTO \(name) (key, request) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [receipt.key, String(Int64(bitPattern: receipt.request))])
        guard taken.changedCount == 0 else {
            try connection.run(
                "DELETE FROM \(name) WHERE key IN (SELECT key FROM \(name) "
                    + "WHERE time < now() - interval '1 day' ORDER BY time LIMIT 2 FOR UPDATE SKIP LOCKED)")
            return .new
        }
        return try find(receipt, connection) ?? .new
    }

    private static func find(_ receipt: Receipt, _ connection: PostgresConnection) throws(PostgresFailure) -> Record? {
        let rows = try connection.runPrepared("SELECT request, row FROM \(name) WHERE key = $1", [receipt.key])
        guard rows.count == 1 else { return nil }
        return .done(request: rows.text(0, 0).flatMap { Int64($0) } ?? 0, row: rows.text(0, 1))
    }

    /// Notes the row that a command has written.
    static func finish(_ receipt: Receipt, row: String?, _ connection: PostgresConnection) throws(PostgresFailure) {
        try connection.runPrepared("UPDATE \(name) SET row = $2 WHERE key = $1", [receipt.key, row])
    }
}
