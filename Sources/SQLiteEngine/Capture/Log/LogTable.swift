import Tables

/// The table of the change log: a number, the name of the written table, and up to four values of the row's key.
enum LogTable {
    /// The prefix of the names of the log's tables and triggers, which schemas do not show.
    static let prefix = "_oriel_"
    /// The name.
    static let name = prefix + "log"
    /// The name in SQL.
    static let quoted = name.quoted
    /// The columns.
    static let columns = "(seq INTEGER PRIMARY KEY, tbl TEXT, k0, k1, k2, k3)"
    /// The limit on the columns of a key. Longer keys are not logged.
    static let keyLimit = 4
}
