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

    /// What ran with a key before.
    struct Record {
        let request: Int64
        /// The id of the row that was written.
        let row: String?
    }

    /// Takes a key in this transaction. Returns what ran with the key before; `nil` if the command is new. A question
    /// takes no key.
    static func take(_ receipt: Receipt, _ connection: PostgresConnection) throws(PostgresFailure) -> Record? {
        guard !receipt.isQuestion else { return try find(receipt, connection) }
        while true {
            let taken = try connection.runPrepared(
                "INSERT INTO \(name) (key, request) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [receipt.key, String(Int64(bitPattern: receipt.request))])
            if taken.changedCount == 1 { return nil }
            // A key that is gone again was old, and another command has deleted it.
            if let record = try find(receipt, connection) { return record }
        }
    }

    /// Deletes a few keys that are older than a day.
    private static let cleaning = PreparedStatement(
        "DELETE FROM \(name) WHERE key IN (SELECT key FROM \(name) "
            + "WHERE time < now() - interval '1 day' ORDER BY time LIMIT 2 FOR UPDATE SKIP LOCKED)", [])

    private static func find(_ receipt: Receipt, _ connection: PostgresConnection) throws(PostgresFailure) -> Record? {
        let rows = try connection.runPrepared("SELECT request, row FROM \(name) WHERE key = $1", [receipt.key])
        guard rows.count == 1 else { return nil }
        return Record(request: rows.text(0, 0).flatMap { Int64($0) } ?? 0, row: rows.text(0, 1))
    }

    /// Returns the statements that store the id of the written row with the key, and delete a few old keys.
    static func completion(of receipt: Receipt, row: String?) -> [PreparedStatement] {
        [PreparedStatement("UPDATE \(name) SET row = $2 WHERE key = $1", [receipt.key, row]), cleaning]
    }
}
