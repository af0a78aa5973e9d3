import CSQLite
import GRDB
import Glibc

/// A store's main connection, on a queue of its own: it writes, it reads for the quick lists, and it keeps the ``Ledger``
/// of who committed what. As one connection does all three, no commit can fall between a look and a read.
final class Desk: Sendable {
    /// What was committed. Only on the queue.
    let ledger: Ledger
    /// What is run again and again. Only on the queue.
    let statements = PreparedStatements()
    /// Whether the file may be written.
    let isWritable: Bool
    /// The file, by its path.
    let place: FilePlace
    /// How long a reader may keep writers out, in a database where it does: no longer than a command waits.
    let writersPatience: Duration
    /// Whether the queue answers.
    let watch = Stopwatch()
    private let queue: DatabaseQueue

    /// Opens the file, for writing if that is allowed. The first look also mends what a writer left that was killed in
    /// mid-transaction, which a connection that only reads cannot. A lock is waited for while the file is opened; later,
    /// whoever meets one comes back after a while, and keeps nobody waiting.
    init(_ place: FilePlace, _ store: StoreConfiguration) throws {
        self.place = place
        writersPatience = max(.seconds(1), store.busyTimeout * 4 / 5)
        isWritable = access(place.path, W_OK) == 0
        var configuration = Configuration()
        configuration.label = "oriel.desk"
        configuration.readonly = !isWritable
        configuration.busyMode = .timeout(store.lockPatience / .seconds(1))
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.prepareForOwnStatements(within: store.budget)
        queue = try DatabaseQueue(path: place.path, configuration: configuration)
        let isWritable = isWritable
        ledger = try queue.inDatabase { database in
            guard let connection = database.sqliteConnection else {
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

    /// Does something on the queue, after what was asked for before.
    func async(_ body: @escaping @Sendable (OpaquePointer?) -> Void) {
        queue.async(timedBy: watch, body)
    }

    /// Does something on the queue and waits for it. Never from the loop, and never from the queue itself.
    func sync<Value>(_ body: () throws -> Value) rethrows -> Value {
        try perform { _ in try body() }
    }

    /// Does something with the connection on the queue and waits for it, as ``sync(_:)`` does.
    func perform<Value>(_ body: (OpaquePointer?) throws -> Value) rethrows -> Value {
        watch.begin()
        defer { watch.end() }
        return try queue.inDatabase { try body($0.sqliteConnection) }
    }

    /// Ends what was asked for before, in the middle if it takes long.
    func interrupt() { queue.interruptUntilIdle() }

    /// Moves what the write-ahead log holds into the file, unless another program is reading it: then a copy of the file alone is
    /// complete.
    func checkpoint() {
        perform { connection in
            guard let connection, !place.isLeft else { return }
            sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    /// Closes the connection, after what it does at the moment.
    func close() {
        sync {
            ledger.close()
            statements.removeAll()
        }
        try? queue.close()
    }
}
