import CSQLite
import Tables

extension QueryBudget {
    /// Limits each statement of a connection.
    package func confine(_ connection: OpaquePointer) {
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(clamping: valueLimit))
        for (limit, most) in Self.limits { sqlite3_limit(connection, limit, most) }
    }

    /// Limits that suffice for our statements and for existing schemas. They are SQLite's defaults, except for those
    /// that a distribution may have raised, and for unneeded features.
    private static let limits: [(limit: CInt, most: CInt)] = [
        (SQLITE_LIMIT_SQL_LENGTH, 1_000_000), (SQLITE_LIMIT_COLUMN, 2_000), (SQLITE_LIMIT_EXPR_DEPTH, 1_000),
        (SQLITE_LIMIT_COMPOUND_SELECT, 500), (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_FUNCTION_ARG, 127),
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_024), (SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 1_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
}
