import CSQLite
import SQLite

/// SQLite's write-ahead log, with which readers and a writer do not block each other.
public enum WALMode {
    /// Switches the database at `path` to WAL mode, permanently and for every program.
    ///
    /// - Parameter busyTimeout: How long to wait for other programs that use the database.
    /// - Throws: ``StoreError/locked``, ``StoreError/readOnly``, or the reason given by SQLite.
    public static func begin(at path: String, busyTimeout: Duration) throws(StoreError) {
        let mode = try DatabaseFile.write(path, busyTimeout) { connection throws(SQLFailure) -> String? in
            let statement = try SQLStatement(connection, "PRAGMA main.journal_mode = WAL")
            return try statement.step() ? statement.text(0) : nil
        }
        guard mode == "wal" else { throw .failed("its journal mode stays \"\(mode ?? "")\" instead of WAL") }
    }
}

extension Store {
    /// Whether reading the database blocks other programs' commits, because it is not in WAL mode.
    public var keepsWritersOut: Bool { document == nil && database?.connections()?.probe.keepsWritersOut ?? false }
}
