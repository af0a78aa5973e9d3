import PostgreSQL
import Tables

/// The SQL that creates and removes the log of ``TriggerLog`` with its triggers.
///
/// A trigger runs once for each statement, so that a statement of many rows costs little more than before.
struct TriggerScript {
    /// The schema of the log, as SQL.
    let schema: String
    /// The tables.
    let tables: [LoggedTable]

    /// A table whose changes are logged.
    struct LoggedTable {
        /// The columns of the key.
        let key: [String]
        /// The table and its partitions, as SQL.
        let parts: [String]
    }

    /// The number of rows that the log keeps at least.
    private static let kept = 100_000
    /// The number of logged rows after which old ones are removed.
    private static let interval = 1_024

    private var log: String { "\(schema).\(Capture.log)" }

    /// Creates the log, and the triggers. Replaces earlier triggers.
    var creation: String {
        Self.removal(in: schema) + """
            CREATE TABLE IF NOT EXISTS \(log) (
                seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                xid xid8 NOT NULL DEFAULT pg_current_xact_id(), relation oid, old jsonb, new jsonb);
            CREATE INDEX IF NOT EXISTS _oriel_log_xid ON \(log) (xid);
            \(trimming)\(tables.enumerated().map { function($0 + 1, $1.key) + triggers($0 + 1, of: $1) }.joined())
            """
    }

    /// Removes the log.
    static func removal(ofLogIn schema: String) -> String {
        removal(in: schema) + "DROP TABLE IF EXISTS \(schema).\(Capture.log);\n"
    }

    /// Removes the functions, and so the triggers.
    private static func removal(in schema: String) -> String {
        let body = """

            DECLARE found regprocedure; BEGIN
                FOR found IN SELECT oid FROM pg_proc WHERE pronamespace = \(schema.postgresQuoted)::regnamespace
                    AND proname ~ '^_oriel_log_([0-9]+|trim)$'
                LOOP EXECUTE format('DROP FUNCTION %s CASCADE', found); END LOOP;
            END
            """
        return "DO \(dollarQuoted(body));\n"
    }

    /// The function that removes old rows of finished transactions. It skips rows that another transaction removes.
    private var trimming: String {
        let body = """

            WITH gone AS (
                DELETE FROM \(log) WHERE seq IN (
                    SELECT seq FROM \(log) WHERE seq < newest - \(Self.kept)
                        AND xid < pg_snapshot_xmin(pg_current_snapshot())
                    ORDER BY seq LIMIT count FOR UPDATE SKIP LOCKED)
                RETURNING xid)
            INSERT INTO \(log) (xid) SELECT (max(xid::text::bigint) + 1)::text::xid8 FROM gone HAVING count(*) > 0

            """
        return "CREATE FUNCTION \(schema)._oriel_log_trim(newest bigint, count bigint) RETURNS void LANGUAGE sql AS "
            + Self.dollarQuoted(body) + ";\n"
    }

    /// The function of a table. It runs with the rights of its owner. Only triggers of `oriel attach` may call it, and
    /// it formats keys by the output functions of their types, which only superusers write.
    ///
    /// It looks for the columns of the key first, because a statement that names a missing column would make each write
    /// of the table fail. At the higher levels of isolation it removes no rows, because a row that another transaction
    /// has removed would make the transaction fail.
    private func function(_ number: Int, _ key: [String]) -> String {
        let texts = key.map { "format('%s', row.\($0.quoted))" }.joined(separator: ", ")
        let value = "jsonb_build_array(\(texts))"
        let body = """

            #variable_conflict use_variable
            DECLARE
                target oid := coalesce(pg_partition_root(TG_RELID), TG_RELID);
                has_key boolean := TG_OP <> 'TRUNCATE' AND (
                    SELECT count(*) = TG_NARGS FROM pg_attribute
                    WHERE attrelid = TG_RELID AND attname = ANY (TG_ARGV::name[]) AND NOT attisdropped);
                count bigint; more bigint; newest bigint;
            BEGIN
                IF NOT has_key THEN INSERT INTO \(log) (relation) VALUES (target);
                ELSIF TG_OP = 'INSERT' THEN
                    INSERT INTO \(log) (relation, new) SELECT target, \(value) FROM new_rows AS row;
                ELSE INSERT INTO \(log) (relation, old) SELECT target, \(value) FROM old_rows AS row;
                END IF;
                GET DIAGNOSTICS count = ROW_COUNT;
                IF has_key AND TG_OP = 'UPDATE' AND count > 0 THEN
                    INSERT INTO \(log) (relation, new) SELECT target, other.key FROM (
                        SELECT \(value) AS key FROM new_rows AS row
                        EXCEPT SELECT \(value) FROM old_rows AS row) AS other;
                    GET DIAGNOSTICS more = ROW_COUNT;
                    count := count + more;
                END IF;
                IF count > 0 AND current_setting('transaction_isolation') = 'read committed' THEN
                    newest := currval(\("\(log)_seq_seq".postgresQuoted));
                    IF newest / \(Self.interval) <> (newest - count) / \(Self.interval) THEN
                        PERFORM \(schema)._oriel_log_trim(newest, greatest(\(4 * Self.interval), 2 * count));
                    END IF;
                END IF;
                RETURN NULL;
            END
            """
        return """
            CREATE FUNCTION \(schema)._oriel_log_\(number)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
                SET search_path = pg_catalog, pg_temp SET DateStyle = 'ISO' SET IntervalStyle = 'postgres'
                SET TimeZone = 'UTC' SET extra_float_digits = 1 SET bytea_output = 'hex' AS \(Self.dollarQuoted(body));
            REVOKE EXECUTE ON FUNCTION \(schema)._oriel_log_\(number) FROM PUBLIC;

            """
    }

    /// The triggers of a table and of its partitions. They fire in replicas, too (`session_replication_role`).
    private func triggers(_ number: Int, of table: LoggedTable) -> String {
        let call = "\(schema)._oriel_log_\(number)(\(table.key.map(\.postgresQuoted).joined(separator: ", ")))"
        return table.parts.flatMap { part in
            let events = [
                "INSERT ON \(part) REFERENCING NEW TABLE AS new_rows",
                "UPDATE ON \(part) REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows",
                "DELETE ON \(part) REFERENCING OLD TABLE AS old_rows", "TRUNCATE ON \(part)",
            ]
            return zip(Capture.triggerNames, events).map { trigger, event in
                """
                CREATE TRIGGER \(trigger) AFTER \(event) FOR EACH STATEMENT EXECUTE FUNCTION \(call);
                ALTER TABLE \(part) ENABLE ALWAYS TRIGGER \(trigger);

                """
            }
        }.joined()
    }

    /// Returns a body in dollar quotes, with a tag that it does not contain.
    private static func dollarQuoted(_ body: String) -> String {
        var tag = "$oriel$"
        while body.contains(tag) { tag = "$oriel\(UInt32.random(in: 0 ... .max))$" }
        return tag + body + tag
    }
}
