import CPostgres
import Synchronization

/// Cancels the statements of a connection, from any thread.
final class PostgresCancellation: Sendable {
    private let handle: Mutex<Handle>
    private let stopped = Atomic(false)

    private struct Handle: @unchecked Sendable {  // guard: the mutex; libpq lets one thread at a time use it
        let pointer: OpaquePointer?
    }

    /// Takes over what `PQgetCancel` has returned.
    init(_ handle: OpaquePointer?) {
        let owned = Handle(pointer: handle)
        self.handle = Mutex(owned)
    }

    deinit { handle.withLock { libpq_freeCancel($0.pointer) } }

    /// Whether the connection is to be closed.
    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Asks the server to cancel the present statement. It opens a connection of its own, and blocks.
    func cancel() {
        handle.withLock { handle in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
                _ = libpq_cancel(handle.pointer, reason.baseAddress, 256)
            }
        }
    }

    /// Cancels the present statement and every later one.
    func stop() {
        stopped.store(true, ordering: .releasing)
        cancel()
    }
}
