import CSQLite
import Lists
import Loop
import SQLite

extension DatabaseFile {
    /// Runs a body on a new connection that can write. Waits up to `busyTimeout` for a lock.
    static func write<Value>(
        _ path: String, _ busyTimeout: Duration, _ body: (OpaquePointer) throws(SQLFailure) -> Value
    ) throws(StoreError) -> Value {
        try check(path, mayBeEmpty: false)
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        do throws(SQLFailure) {
            let status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            guard status == SQLITE_OK, let connection else { throw SQLFailure(connection) }
            defend(connection)
            sqlite3_busy_timeout(connection, Int32(clamping: busyTimeout.milliseconds))
            return try body(connection)
        } catch {
            throw error.code & 0xFF == SQLITE_READONLY ? .readOnly : error.storeError
        }
    }
}
