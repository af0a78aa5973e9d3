import Changes
import Dispatch
import Glibc
import Lists
import PostgreSQL
import Tables

/// A connection that reads lists, on a queue of its own: each reading in one transaction with one snapshot.
final class PostgresReader: ListConnection, @unchecked Sendable {  // guard: all state belongs to `queue`
    /// Measures how long the queue takes.
    let watch = Stopwatch()
    private let queue = DispatchQueue(label: "oriel.postgres.reader")
    private let connection: PostgresConnection
    private let ahead = ReadAhead()
    private let readings: SnapshotReadings
    private let isReadOnly: Bool
    private var catalogue: Catalogue
    /// When the catalogue was last compared with the server's.
    private var checkedAt = ContinuousClock.now

    /// How old the catalogue may be: the stream does not tell of changes of the schema.
    private static let catalogueAge = Duration.seconds(1)

    /// Connects. Blocks.
    init(
        _ address: PostgresAddress, _ readings: SnapshotReadings, _ catalogue: Catalogue, isReadOnly: Bool
    ) throws(PostgresFailure) {
        connection = try PostgresConnection(address)
        (self.readings, self.catalogue, self.isReadOnly) = (readings, catalogue, isReadOnly)
    }

    /// Cancels the present statement, and ends all later work. Blocks until the queue is idle.
    func close() {
        connection.interrupter()
        queue.sync {}
    }

    func async(_ body: @escaping @Sendable () -> Void) {
        queue.async { [watch] in
            watch.begin()
            body()
            watch.end()
        }
    }

    func read<Value: Sendable>(
        since positions: Set<Int64>, _ body: @escaping @Sendable (any DatabaseState) throws(StoreError) -> Value,
        _ completion: @escaping @Sendable (Result<Value, StoreError>, _ work: Duration) -> Void
    ) {
        async { [self] in
            let start = Self.threadTime
            let result = Result { () throws(StoreError) in try transaction(since: positions, body) }
            completion(result, Self.threadTime - start)
            end()  // nobody waits for that round trip
        }
    }

    /// Reads a value in one transaction, off the caller's thread.
    func value<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection, Catalogue) throws(PostgresFailure) -> Value
    ) async -> Result<Value, StoreError> {
        await withCheckedContinuation { continuation in
            read(since: []) { state throws(StoreError) in
                guard let state = state as? PostgresState else { throw .closed }
                do throws(PostgresFailure) {
                    return try body(state.connection, state.catalogue)
                } catch {
                    throw StoreError(ofStatement: error)
                }
            } _: { result, _ in
                continuation.resume(returning: result)
            }
        }
    }

    /// Begins a transaction, and reads. ``end()`` ends it.
    private func transaction<Value>(
        since positions: Set<Int64>, _ body: (any DatabaseState) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let state: PostgresState
        do throws(PostgresFailure) {
            state = try begin(since: positions)
        } catch {
            throw StoreError(error)
        }
        return try body(state)
    }

    private func begin(since positions: Set<Int64>) throws(PostgresFailure) -> PostgresState {
        if .now - checkedAt > Self.catalogueAge { try updateCatalogue() }
        let reading = try readings.reading(on: connection, since: positions, catalogue)
        connection.savepoint = SnapshotReadings.savepoint
        let keep: ([ExactName: Set<Int>]) -> Void = { [readings] in readings.keep($0, for: ObjectIdentifier(self)) }
        return PostgresState(
            connection: connection, ahead: ahead, catalogue: catalogue, position: reading.position,
            changes: reading.changes, keep: keep)
    }

    /// Ends the transaction. A failure shows at the next one.
    private func end() {
        connection.savepoint = nil
        ahead.removeAll()
        _ = try? connection.runScript("COMMIT")
    }

    private func updateCatalogue() throws(PostgresFailure) {
        let reader = CatalogueReader(
            connection: connection, capture: readings.capture, isReadOnly: isReadOnly)
        checkedAt = .now
        readings.measureStream(on: connection)
        guard try reader.version() != catalogue.version else { return }
        try connection.forgetStatements()
        catalogue = try reader.read()
        readings.use(catalogue)
    }

    /// The CPU time that the current thread has used.
    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
