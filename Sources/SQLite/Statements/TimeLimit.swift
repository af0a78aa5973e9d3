import CSQLite
import Glibc

/// Ends the statements that a thread runs on a connection. SQLite checks it between the steps of its virtual machine.
/// Our functions that take long within one step check it too.
package struct Interruption {
    private let connection: OpaquePointer
    /// The end of the time limit, in nanoseconds of the coarse clock, which is cheap to read.
    private let end: Int64
    private let isCancelled: () -> Bool

    /// The number of steps between SQLite's checks: a dozen rows, whose values may each take a tenth of a second to
    /// read.
    private static let steps: CInt = 100
    /// Sixty years, in effect no limit.
    package static let longest = Duration.seconds(1 << 31)

    /// Runs `body`. Its statements on a connection fail with `SQLITE_INTERRUPT` after the time limit, or when
    /// `isCancelled` returns true. Within another interruption, they also fail when that is due.
    package static func limiting<Value, Failure>(
        _ connection: OpaquePointer, to limit: Duration, unless isCancelled: @escaping () -> Bool,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outer = current
        let end = now + Int64(min(limit, longest) / .nanoseconds(1))
        let interruption = Interruption(
            connection: connection, end: min(end, outer?.pointee.end ?? .max), isCancelled: isCancelled)
        return try withUnsafePointer(to: interruption) { pointer throws(Failure) in
            begin(pointer)
            defer {
                sqlite3_progress_handler(connection, 0, nil, nil)
                begin(outer)
            }
            return try body()
        }
    }

    /// Runs `body`, whose statements on a connection are not interrupted.
    ///
    /// SQLite also checks when a statement is done, and then reports it as interrupted all the same. A `COMMIT` that is
    /// reported so has committed.
    package static func suspended<Value, Failure>(
        on connection: OpaquePointer, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let suspended = current
        sqlite3_progress_handler(connection, 0, nil, nil)
        begin(nil)
        defer { begin(suspended) }
        return try body()
    }

    private static func begin(_ interruption: UnsafePointer<Interruption>?) {
        pthread_setspecific(key, interruption)
        guard let interruption else { return }
        let context = UnsafeMutableRawPointer(mutating: interruption)
        sqlite3_progress_handler(interruption.pointee.connection, steps, isOver, context)
    }

    /// Whether the thread's present work must end.
    package static var isDue: Bool { current?.pointee.isDue ?? false }

    /// Throws the error of an interrupted statement if the thread's work must end. For work of many short statements.
    package static func check() throws(SQLFailure) {
        if isDue { throw SQLFailure(code: SQLITE_INTERRUPT, message: "interrupted") }
    }

    fileprivate var isDue: Bool { Self.now >= end || isCancelled() }

    private static var current: UnsafePointer<Interruption>? {
        pthread_getspecific(key).map { UnsafePointer($0.assumingMemoryBound(to: Interruption.self)) }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}

/// Ends statements that exceed a time limit.
package func within<Value, Failure>(
    _ limit: Duration, on connection: OpaquePointer, _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
    try Interruption.limiting(connection, to: limit, unless: { false }, body)
}

/// The check for the end. It is global because SQLite calls it on the thread that runs the statement.
private let isOver: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { interruption in
    guard let interruption else { return 0 }
    return interruption.assumingMemoryBound(to: Interruption.self).pointee.isDue ? 1 : 0
}
