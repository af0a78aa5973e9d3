import CSQLite

/// The memory of SQLite in the process, for all connections.
public enum DatabaseMemory {
    /// Sets the limit in bytes. Only a statement that needs more fails; caches stop growing before that.
    public static func limit(to bytes: Int) {
        sqlite3_hard_heap_limit64(Int64(bytes))
    }
}
