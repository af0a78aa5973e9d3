import CSQLite
import Files
import Glibc
import Lists
import SQLite

/// A store's main connection, on its own queue. It writes, it reads for the quick lists, and it keeps the ``Ledger`` of
/// commits. As one connection does all three, no commit can fall between a check of the ledger and a read.
package final class Desk: Sendable {
    /// The record of commits. Use only on the queue.
    let ledger: Ledger
    /// The prepared statements. Use only on the queue.
    let statements = PreparedStatements()
    /// Whether the file is writable.
    let isWritable: Bool
    /// The file at its path.
    let place: FilePlace
    /// How long a reader may block writers, in a journal mode where it does. Shorter than the wait of a command for a
    /// lock.
    let writersPatience: Duration
    /// Measures how long the queue takes.
    let watch = Stopwatch()
    private let queue: ConnectionQueue

    /// Opens the file, for writing if permitted. The first check also recovers from a writer that was killed within a
    /// transaction, which a read-only connection cannot. Opening waits for a lock. Later work does not: it retries
    /// after a while, so that the queue is not blocked.
    init(_ place: FilePlace, _ store: StoreConfiguration) throws {
        self.place = place
        writersPatience = max(.seconds(1), store.busyTimeout * 4 / 5)
        isWritable = access(place.path, W_OK) == 0
        queue = try ConnectionQueue(
            "oriel.desk", place.path, isWritable ? .writing : .reading, within: store.budget,
            patience: store.lockPatience)
        let isWritable = isWritable
        ledger = try queue.sync { connection in
            guard let connection else {
                throw SQLFailure(code: SQLITE_MISUSE, message: "the connection is closed")
            }
            sqlite3_busy_timeout(connection, 0)
            let statement = try SQLStatement(connection, "PRAGMA schema_version")
            do throws(SQLFailure) {
                _ = try statement.step()
            } catch {
                guard error.storeError == .locked else { throw error }
            }
            try SQLStatement(connection, "PRAGMA synchronous = \(store.synchronous.rawValue)").run()
            return try Ledger(connection, isWritable: isWritable)
        }
    }

    /// Runs a body on the queue, after all earlier work.
    func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        queue.async(timedBy: watch, body)
    }

    /// Runs a body on the queue and waits for it. Never call it from the loop, nor from the queue itself.
    func sync<Value>(_ body: () throws -> Value) rethrows -> Value {
        try perform { _ in try body() }
    }

    /// Runs a body with the connection on the queue and waits for it, as ``sync(_:)`` does.
    func perform<Value>(_ body: (OpaquePointer?) throws -> Value) rethrows -> Value {
        watch.begin()
        defer { watch.end() }
        return try queue.sync(body)
    }

    /// Completes all earlier work, and interrupts what takes long.
    func interrupt() { queue.interruptUntilIdle() }

    /// Moves the write-ahead log into the file, unless another program is reading it. Then a copy of the file alone is
    /// complete.
    func checkpoint() {
        perform { connection in
            guard let connection, !place.isLeft else { return }
            sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    /// Closes the connection, after its present work.
    func close() {
        sync {
            ledger.close()
            statements.removeAll()
        }
        queue.close()
    }
}
