import CSQLite

/// Opens a connection defensively, whatever the file is: nothing writes what belongs to SQLite itself, and damaged pages are
/// found out when they are read.
///
/// The schema keeps SQLite's trust: SQLite 3.40 refuses the triggers of a full-text index without it. What a schema could
/// misuse is not there: nothing loads extensions, and functions of ours work in our own statements alone.
func defend(_ connection: OpaquePointer?) {
    guard let connection else { return }
    _ = csqlite_set_option(connection, SQLITE_DBCONFIG_DEFENSIVE, 1)
    sqlite3_exec(connection, "PRAGMA cell_size_check = ON", nil, nil, nil)
}

extension QueryBudget {
    /// Defends a connection, and gives each of its statements bounds.
    func confine(_ connection: OpaquePointer?) {
        defend(connection)
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(clamping: valueLimit))
        for (limit, most) in Self.limits { sqlite3_limit(connection, limit, most) }
    }

    /// What is enough for every statement of ours and for the schemas that there are: SQLite's own defaults, but for what a
    /// distribution may have raised, and for what nobody needs.
    private static let limits: [(limit: CInt, most: CInt)] = [
        (SQLITE_LIMIT_SQL_LENGTH, 1_000_000), (SQLITE_LIMIT_COLUMN, 2_000), (SQLITE_LIMIT_EXPR_DEPTH, 1_000),
        (SQLITE_LIMIT_COMPOUND_SELECT, 500), (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_FUNCTION_ARG, 127),
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_024), (SQLITE_LIMIT_VARIABLE_NUMBER, 32_766),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 1_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
}

/// How much memory SQLite may take in the process, for all connections together.
public enum DatabaseMemory {
    /// Sets the most bytes. A statement that needs more fails, alone; caches stop to grow before.
    public static func limit(to bytes: Int) {
        sqlite3_hard_heap_limit64(Int64(bytes))
    }
}
