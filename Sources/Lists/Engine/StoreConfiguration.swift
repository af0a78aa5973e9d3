import Tables

/// The settings of a store.
public struct StoreConfiguration: Sendable {
    /// Whether the store refuses all writing, even if the file is writable. Tables are not writable, and commands fail
    /// (``CommandError/readOnly(message:)``). Migrations still run.
    public var isReadOnly = false
    /// Whether only its owner may read a file that migrations create.
    public var isPrivate = false
    /// The durability of a commit (`PRAGMA synchronous`).
    public var synchronous = Synchronous.full
    /// How long a command waits for another writer.
    public var busyTimeout = Duration.seconds(5)
    /// How long a command may take, with its triggers and cascades, before it is cancelled and rolled back.
    public var writeTimeout = Duration.seconds(10)
    /// How long a lock may last before viewers see a problem.
    public var lockPatience = Duration.seconds(1)
    /// How long a command's response waits for its change to be shown.
    public var showTimeout = Duration.seconds(2)
    /// How long the query of a list may take before it is cancelled.
    public var queryTimeout = Duration.seconds(10)
    /// The limit on the temporary files of one export, in bytes.
    public var spoolLimit = 4 << 30
    /// The limit on the temporary files of all exports, in bytes.
    public var spoolTotal = 8 << 30
    /// The limits on queries from routes.
    public var budget = QueryBudget()
    /// The limit on the rows of a table for a list's order to be kept in memory, at about 35 bytes a row. A longer list
    /// shows the requested rows, but its length and the position of a window are approximate.
    public var listLimit = 20_000_000
    /// The limit on the memory of all orders, in bytes. A list whose order does not fit is shown like one over
    /// ``listLimit``.
    public var orderMemory = 256 * 1024 * 1024
    /// How often the database is checked when no event reports changes, and when it cannot be read.
    public var pollInterval = Duration.milliseconds(500)

    /// The data that must be on disk before a commit is acknowledged.
    public enum Synchronous: String, Sendable, CaseIterable {
        /// No data: a power failure may damage the database. For data that can be re-created.
        case off
        /// In WAL mode no data, but a power failure loses at most the last commits, never the database. The end of the
        /// program, even by `kill -9`, loses nothing.
        case normal
        /// All data: an acknowledged commit survives a power failure.
        case full
        /// All data, and in rollback mode the folder's entry too.
        case extra
    }

    /// Creates the default settings.
    public init() {}
}
