import Dispatch
import GRDB
import Lists

extension DatabaseQueue {
    /// Runs a body on the queue, after all earlier work. `watch` measures the time until it is complete.
    func async(timedBy watch: Stopwatch, _ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        watch.begin()
        asyncWriteWithoutTransaction { database in
            body(database.sqliteConnection)
            watch.end()
        }
    }

    /// Waits for all earlier work on the queue, and interrupts SQLite when it does not end by itself. Never call it
    /// from the queue itself.
    func interruptUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        asyncWriteWithoutTransaction { _ in isIdle.signal() }
        // Repeated, because an interruption does not affect a statement that begins later.
        while isIdle.wait(timeout: .now() + .milliseconds(50)) == .timedOut { interrupt() }
    }
}
