/// The table of the calls with a key that were carried out, in a database that `oriel attach` has prepared: the key, a hash
/// of what was asked for, the id that the row had then, and when.
///
/// Rows are numbered in the order of the calls. Each new one makes up to two old ones go, those that are older than
/// ``lifetime`` or more than ``limit`` ago, so that the table stays within its bounds at a constant cost.
enum CommandTable {
    /// Its name.
    static let name = LogTable.prefix + "commands"
    /// So many calls are remembered.
    static let limit = 100_000
    /// So many seconds long.
    static let lifetime = 86_400

    /// Its columns.
    static let columns = """
        (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, request INTEGER NOT NULL, row TEXT, time INTEGER NOT NULL)
        """
    /// The call with a key: what was asked for, and the row.
    static let look = "SELECT request, row FROM main.\(quoted) WHERE key = ?"
    /// Notes a call: its key, what was asked for, and the row.
    static let note = "INSERT INTO main.\(quoted) (key, request, row, time) VALUES (?, ?, ?, \(now))"
    /// Forgets the first two calls, if it is time.
    static let cut = """
        DELETE FROM main.\(quoted) WHERE seq IN (SELECT seq FROM main.\(quoted) ORDER BY seq LIMIT 2) \
        AND (time < \(now) - \(lifetime) OR seq <= (SELECT max(seq) FROM main.\(quoted)) - \(limit))
        """

    private static let quoted = name.quoted
    private static let now = "CAST(strftime('%s', 'now') AS INTEGER)"
}
