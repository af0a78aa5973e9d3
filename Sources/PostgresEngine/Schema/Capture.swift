import Lists
import PostgreSQL

/// How a database tells of its commits.
package enum Capture: Sendable {
    /// A stream of the changes of published tables.
    case stream
    /// A log that triggers fill.
    case triggers
    /// Nothing: after any commit, any row may have changed.
    case comparison

    /// The publication that `oriel attach` creates.
    static let publication = "oriel"
    /// The table that the triggers fill.
    static let log = "_oriel_log"
    /// The triggers of a table: for insertions, updates, deletions and TRUNCATE.
    static let triggerNames = ["insert", "update", "delete", "truncate"].map { "\(log)_\($0)" }

    /// How often the database is asked for commits. A stream does not tell of changes of the schema. Reading the log
    /// takes less than a millisecond.
    func interval(_ configuration: StoreConfiguration) -> Duration {
        switch self {
        case .stream: .seconds(1)
        case .triggers: min(.milliseconds(50), configuration.pollInterval)
        case .comparison: configuration.pollInterval
        }
    }

    /// A sentence for operators.
    package var sentence: String {
        switch self {
        case .stream: "The stream of changes can be received."
        case .triggers: "Triggers log the changes."
        case .comparison:
            "There is neither a stream nor a log of changes: lists are compared twice a second, and before each "
                + "response."
        }
    }

    /// Finds the best way that the server and the role permit.
    init(on connection: PostgresConnection) throws(PostgresFailure) {
        let row = try connection.run(
            """
            SELECT current_setting('wal_level') = 'logical' AND NOT pg_is_in_recovery()
                AND EXISTS (
                    SELECT 1 FROM pg_publication
                    WHERE pubname = $1 AND pubinsert AND pubupdate AND pubdelete AND pubtruncate)
                AND (SELECT rolreplication OR rolsuper FROM pg_roles WHERE rolname = current_user),
                NOT pg_is_in_recovery()
                    AND coalesce(has_table_privilege(to_regclass('\(Capture.log)'), 'SELECT'), FALSE)
            """, [Capture.publication])
        self = row.text(0, 0) == "t" ? .stream : row.text(0, 1) == "t" ? .triggers : .comparison
    }
}
