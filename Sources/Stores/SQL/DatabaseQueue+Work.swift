import Dispatch
import GRDB

extension DatabaseQueue {
    /// Does something on the queue, after what was asked for before; `watch` knows until when it owes an answer.
    func async(timedBy watch: Stopwatch, _ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        watch.begin()
        asyncWriteWithoutTransaction { database in
            body(database.sqliteConnection)
            watch.end()
        }
    }

    /// Waits for what was asked of the queue before, and has SQLite end it in the middle when it does not end by itself. Never
    /// from the queue itself.
    func interruptUntilIdle() {
        let isIdle = DispatchSemaphore(value: 0)
        asyncWriteWithoutTransaction { _ in isIdle.signal() }
        // Again and again: a statement that begins after an interruption knows nothing of it.
        while isIdle.wait(timeout: .now() + .milliseconds(50)) == .timedOut { interrupt() }
    }
}
