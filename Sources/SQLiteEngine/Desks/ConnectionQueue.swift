import CSQLite
import Dispatch
import Lists
import SQLite
import Synchronization
import Tables

/// A connection of the engine, on a serial queue of its own. It enforces foreign keys.
final class ConnectionQueue: @unchecked Sendable {  // guard: the queue
    private let queue: DispatchQueue
    /// `nil` once it is closed. Written on the queue within `interruption`, and read within one of them.
    private var connection: SQLConnection?
    private let interruption = Mutex(())

    /// Opens the file, and reads its header, which finds files of other kinds.
    ///
    /// - Parameters:
    ///   - label: The label of the queue.
    ///   - patience: How long to wait for a lock.
    ///   - comparesTexts: Whether the connection can search texts (``TextComparison``).
    init(
        _ label: String, _ path: String, _ access: SQLConnection.Access, within budget: QueryBudget,
        patience: Duration = .zero, comparesTexts: Bool = false
    ) throws(SQLFailure) {
        let opened = try SQLConnection(path, access, busyTimeout: patience)
        budget.confine(opened.handle)
        RowScan.enable(on: opened.handle)
        if comparesTexts { TextComparison.enable(on: opened.handle) }
        try opened.run("PRAGMA foreign_keys = ON; SELECT * FROM sqlite_schema LIMIT 1")
        queue = DispatchQueue(label: label, qos: .userInitiated)
        connection = consume opened
    }

    /// Runs a body on the queue, after all earlier work, and waits for it. Never call it from the queue itself.
    ///
    /// The body gets `nil` after ``close()``. A transaction that it leaves open is rolled back.
    func sync<Value>(_ body: (OpaquePointer?) throws -> Value) rethrows -> Value {
        try queue.sync { try run(body) }
    }

    /// Runs a body on the queue, after all earlier work, as ``sync(_:)`` does. `watch` measures the time until it is
    /// complete.
    func async(timedBy watch: Stopwatch, _ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        watch.begin()
        queue.async { [self] in
            run(body)
            watch.end()
        }
    }

    private func run<Value>(_ body: (OpaquePointer?) throws -> Value) rethrows -> Value {
        defer { connection?.rollBack() }
        return try body(connection?.handle)
    }

    /// Waits for all earlier work on the queue, and interrupts SQLite when it does not end by itself. Never call it
    /// from the queue itself.
    func interruptUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        queue.async { isIdle.signal() }
        // Repeated, because an interruption does not affect a statement that begins later.
        while isIdle.wait(timeout: .now() + .milliseconds(50)) == .timedOut { interrupt() }
    }

    private func interrupt() {
        interruption.withLock { _ in
            if let handle = connection?.handle { sqlite3_interrupt(handle) }
        }
    }

    /// Closes the connection, after all earlier work. Its statements must be released before.
    func close() {
        queue.sync { interruption.withLock { _ in connection = nil } }
    }
}
