/// The table of the change log: a number, the name of the table that was written to, and up to four values of the row's key.
enum LogTable {
    /// What names of tables and triggers of the log begin with; schemas do not show them.
    static let prefix = "_oriel_"
    /// Its name.
    static let name = prefix + "log"
    /// Its name in SQL.
    static let quoted = name.quoted
    /// Its columns.
    static let columns = "(seq INTEGER PRIMARY KEY, tbl TEXT, k0, k1, k2, k3)"
    /// Keys of more columns are not logged.
    static let keyLimit = 4
}
