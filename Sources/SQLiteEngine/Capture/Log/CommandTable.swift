import Tables

/// The table of completed commands with a key, in a database that `oriel attach` has prepared. A row has the key, a
/// hash of the request, the id of the command's row, and the time.
///
/// Rows are numbered in order. Each insertion deletes up to two rows that are older than ``lifetime`` or beyond the
/// newest ``limit``. So the size is bounded at a constant cost.
enum CommandTable {
    /// The name.
    static let name = LogTable.prefix + "commands"
    /// The number of commands to keep.
    static let limit = 100_000
    /// How long to keep a command, in seconds.
    static let lifetime = 86_400

    /// The columns.
    static let columns = """
        (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, request INTEGER NOT NULL, row TEXT, time INTEGER NOT NULL)
        """
    /// Selects the request and the row of a key.
    static let find = "SELECT request, row FROM main.\(quoted) WHERE key = ?"
    /// Inserts a key, its request and the row.
    static let insert = "INSERT INTO main.\(quoted) (key, request, row, time) VALUES (?, ?, ?, \(now))"
    /// Deletes the first two rows, if they are due.
    static let cut = """
        DELETE FROM main.\(quoted) WHERE seq IN (SELECT seq FROM main.\(quoted) ORDER BY seq LIMIT 2) \
        AND (time < \(now) - \(lifetime) OR seq <= (SELECT max(seq) FROM main.\(quoted)) - \(limit))
        """

    private static let quoted = name.quoted
    private static let now = "CAST(strftime('%s', 'now') AS INTEGER)"
}
