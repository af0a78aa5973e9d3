import Changes
import Lists
import PostgreSQL
import Synchronization
import Tables

/// Begins the readings of all connections, and joins their snapshots to the stream, or to the log that triggers fill.
/// Without both, states are compared by their snapshots alone: after any commit, any row may have changed.
final class SnapshotReadings: Sendable {
    /// How the database tells of its commits.
    let capture: Capture
    private let stream: ChangeStream?
    /// The log without a stream.
    private let log = Mutex(StreamLog())
    /// Snapshots are numbered in the order in which they are taken.
    private let turn = Mutex(())
    private let address: PostgresAddress
    private let flusher = Mutex<Flusher>(Flusher())
    private let onEarly: @Sendable () -> Void
    private let onCatalogue: @Sendable (Catalogue) -> Void

    /// The savepoint of each reading, to which it returns after a failed statement.
    static let savepoint = "oriel"

    /// Begins a reading, and selects its snapshot, how far the server's log is, and how much of it is flushed.
    private static let beginning = """
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SAVEPOINT \(savepoint);
        SELECT pg_current_snapshot(), CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
            ELSE pg_current_wal_insert_lsn() END,
            CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_flush_lsn() END
        """

    /// How long a reading waits for the stream before it asks the server to flush its log.
    private static let flushPatience = Duration.milliseconds(3)
    /// How long a reading waits for the stream.
    private static let patience = Duration.seconds(5)

    /// Creates the readings of a database.
    ///
    /// - Parameters:
    ///   - stream: The stream, if that is how the database tells of commits.
    ///   - onEarly: Called when a transaction is in the stream but not visible yet.
    ///   - onCatalogue: Called when a reader has found another catalogue.
    init(
        _ address: PostgresAddress, _ capture: Capture, _ stream: ChangeStream?,
        onEarly: @escaping @Sendable () -> Void, onCatalogue: @escaping @Sendable (Catalogue) -> Void
    ) {
        (self.address, self.capture, self.stream) = (address, capture, stream)
        (self.onEarly, self.onCatalogue) = (onEarly, onCatalogue)
    }

    private struct Flusher: @unchecked Sendable {  // guard: the mutex
        var connection: PostgresConnection?
    }

    /// The state of the stream; `nil` without one.
    var streamState: StreamState? { stream?.history.streamState }

    /// Reads what only the server knows of the stream.
    func measureStream(on connection: PostgresConnection) { stream?.measure(on: connection) }

    /// Begins a transaction that reads one state, and waits until the stream has all that the state shows.
    func reading(
        on connection: PostgresConnection, since positions: Set<Int64>, _ catalogue: Catalogue
    ) throws(PostgresFailure) -> StreamLog.Reading {
        let result: Result<StreamLog.Reading, PostgresFailure> = turn.withLock { _ in
            Result { () throws(PostgresFailure) in try numbered(connection, positions, catalogue) }
        }
        let reading = try result.get()
        if reading.isEarly { onEarly() }
        return reading
    }

    private func numbered(
        _ connection: PostgresConnection, _ positions: Set<Int64>, _ catalogue: Catalogue
    ) throws(PostgresFailure) -> StreamLog.Reading {
        let row = try connection.within(Self.patience) { () throws(PostgresFailure) in
            try connection.runScript(Self.beginning)
        }
        guard let snapshot = row.text(0, 0).flatMap(Snapshot.init),
            let position = row.text(0, 1).flatMap(LogPosition.init)
        else { throw PostgresFailure(message: "the server has sent a snapshot that cannot be read") }
        guard let stream else {
            if capture == .triggers { try readLog(until: snapshot, on: connection, catalogue) }
            return log.withLock { $0.reading(of: snapshot, since: positions, unrecorded: catalogue.unrecorded) }
        }
        let flushed = row.text(0, 2).flatMap(LogPosition.init) ?? position
        stream.history.measure(to: flushed)
        try wait(for: flushed, in: stream.history)
        // What is not flushed is mostly of reading: pages are cleaned. Only a commit without a flush may be missing.
        if flushed < position, !stream.history.hasAll(shownBy: snapshot) { try wait(for: position, in: stream.history) }
        return stream.history.reading(of: snapshot, since: positions, catalogue)
    }

    /// Adds the transactions that triggers have logged since the newest state.
    private func readLog(
        until snapshot: Snapshot, on connection: PostgresConnection, _ catalogue: Catalogue
    ) throws(PostgresFailure) {
        guard let former = log.withLock({ $0.newestSnapshot }), former != snapshot else { return }
        let changes = try connection.within(Self.patience) { () throws(PostgresFailure) in
            try TriggerLog.changes(since: former, on: connection, catalogue)
        }
        log.withLock { log in
            guard let changes else { return log.forgetStates() }
            for (number, changes) in changes { log.append(changes, of: number) }
        }
    }

    /// Waits until the stream has passed a position. The server sends only what it has flushed, so after commits with
    /// `synchronous_commit = off` it is asked to flush.
    private func wait(for position: LogPosition, in history: StreamHistory) throws(PostgresFailure) {
        if history.wait(for: position, atMost: Self.flushPatience) { return }
        guard !history.isOver else { throw Self.streamEnded }
        try flush()
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if history.wait(for: position, atMost: Self.flushPatience) { return }
            guard !history.isOver else { throw Self.streamEnded }
        }
        throw PostgresFailure(message: "the stream of changes is \(Self.patience.components.seconds) s behind")
    }

    private static let streamEnded = PostgresFailure(message: "the stream of changes has ended")

    /// Has the server flush its log, without waiting for standbys.
    private func flush() throws(PostgresFailure) {
        let result: Result<Void, PostgresFailure> = flusher.withLock { flusher in
            Result { () throws(PostgresFailure) in
                let connection = if let open = flusher.connection { open } else { try PostgresConnection(address) }
                flusher.connection = nil  // unless the statement succeeds
                try connection.within(Self.patience) { () throws(PostgresFailure) in
                    _ = try connection.runScript(
                        "SET synchronous_commit = local; SELECT pg_logical_emit_message(true, 'oriel', '')")
                }
                flusher.connection = connection
            }
        }
        try result.get()
    }

    /// Uses another catalogue from now on. Any row may have changed with it.
    func use(_ catalogue: Catalogue) {
        stream?.history.use(catalogue)
        log.withLock { $0.forgetStates() }
        onCatalogue(catalogue)
    }

    /// Keeps the former values of columns for a reader.
    func keep(_ columns: [ExactName: Set<Int>], for reader: ObjectIdentifier) {
        stream?.history.setInterests(columns, of: reader)
    }

    /// Ends the stream. Blocks.
    func close() { stream?.close() }
}
