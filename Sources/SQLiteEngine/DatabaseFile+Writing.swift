import CSQLite
import Lists
import SQLite

extension DatabaseFile {
    /// Runs a body on a new connection that can write. Waits up to `busyTimeout` for a lock.
    static func write<Value>(
        _ path: String, _ busyTimeout: Duration, _ body: (OpaquePointer) throws(SQLFailure) -> Value
    ) throws(StoreError) -> Value {
        try check(path, mayBeEmpty: false)
        do throws(SQLFailure) {
            let connection = try SQLConnection(path, .writing, busyTimeout: busyTimeout)
            return try body(connection.handle)
        } catch {
            throw error.code & 0xFF == SQLITE_READONLY ? .readOnly : error.storeError
        }
    }
}
