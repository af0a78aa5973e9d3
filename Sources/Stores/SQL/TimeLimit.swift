import CSQLite
import Glibc

/// Ends statements that take too long: while `body` runs, SQLite looks at the clock every few thousand steps of its
/// machine, and fails with `SQLITE_INTERRUPT` when the time is over.
func within<Value, Failure>(
    _ limit: Duration, on connection: OpaquePointer, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    let end = ContinuousClock.now + limit
    return try withUnsafePointer(to: end) { pointer throws(Failure) in
        sqlite3_progress_handler(connection, 4_000, isOver, UnsafeMutableRawPointer(mutating: pointer))
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try body()
    }
}

/// A constant of the file: SQLite calls it on whatever thread runs the statement.
private let isOver: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { end in
    guard let end else { return 0 }
    return ContinuousClock.now < end.assumingMemoryBound(to: ContinuousClock.Instant.self).pointee ? 0 : 1
}
