/// How a store treats its database.
public struct StoreConfiguration: Sendable {
    /// Whether nothing is written, though the file could be: tables are not writable, and a command is refused
    /// (``CommandError/readOnly(message:)``). Migrations are run all the same.
    public var isReadOnly = false
    /// What a commit waits for (`PRAGMA synchronous`).
    public var synchronous = Synchronous.full
    /// How long a command waits for another writer.
    public var busyTimeout = Duration.seconds(5)
    /// How long a command may take, with the triggers and cascades that it sets off, before it is given up and undone.
    public var writeTimeout = Duration.seconds(10)
    /// How long a lock may last before viewers are told of it.
    public var lockPatience = Duration.seconds(1)
    /// How long a command's answer waits for its change to be shown.
    public var showTimeout = Duration.seconds(2)
    /// How long the query of a list may take before it is given up.
    public var queryTimeout = Duration.seconds(10)
    /// How many bytes of temporary files an export may take.
    public var spoolLimit = 4 << 30
    /// How many bytes of temporary files all exports together may take.
    public var spoolTotal = 8 << 30
    /// What the words of a visitor may cost.
    public var budget = QueryBudget()
    /// How many rows the table of a list may have for the list's order to be kept in memory, at some 35 bytes a row. A
    /// longer one shows what is asked for, but its length and the place of a window are approximate.
    public var listLimit = 20_000_000
    /// How often the database is looked at when nothing tells of a change, and when it cannot be read.
    public var pollInterval = Duration.milliseconds(500)

    /// What has to be on the disk before a commit is answered.
    public enum Synchronous: String, Sendable, CaseIterable {
        /// Nothing: a power failure may damage the database. For what can be made anew.
        case off
        /// In WAL mode nothing either, but a power failure takes the last commits at most, never the database. The end of
        /// the program, `kill -9` too, loses nothing.
        case normal
        /// All of it: what is answered survives a power failure.
        case full
        /// All of it, and in rollback mode the folder's entry too.
        case extra
    }

    /// The defaults.
    public init() {}
}
