import Dispatch
import Lists
import PostgreSQL
import Tables

/// Runs batches in the order of the calls, on a queue of its own.
final class PostgresWriter: @unchecked Sendable {  // guard: `connection` and `catalogue` belong to `queue`
    /// Measures how long the queue takes.
    let watch = Stopwatch()
    private let queue = DispatchQueue(label: "oriel.postgres.writer")
    private let connection: PostgresConnection
    private let limit: Duration
    private var catalogue: Catalogue

    /// Connects. Blocks. A batch may take up to `limit`.
    init(_ address: PostgresAddress, _ catalogue: Catalogue, within limit: Duration) throws(PostgresFailure) {
        connection = try PostgresConnection(address)
        (self.catalogue, self.limit) = (catalogue, limit)
    }

    /// Cancels the present statement, and ends all later work. Blocks until the queue is idle.
    func close() {
        connection.interrupter()
        queue.sync {}
    }

    private func async(_ body: @escaping @Sendable () -> Void) {
        queue.async { [watch] in
            watch.begin()
            body()
            watch.end()
        }
    }

    /// Uses another catalogue for later batches.
    func use(_ catalogue: Catalogue) {
        queue.async { self.catalogue = catalogue }
    }

    /// Runs a batch. After a deadlock, or a conflict with another transaction, it runs again until the deadline.
    func run(
        _ batch: WriteBatch, deadline: ContinuousClock.Instant
    ) async -> Result<[WriteOutcome], any Error> {
        await withCheckedContinuation { continuation in
            async { [self] in
                continuation.resume(returning: Result { try repeated(batch, deadline) })
            }
        }
    }

    private func repeated(_ batch: WriteBatch, _ deadline: ContinuousClock.Instant) throws -> [WriteOutcome] {
        while true {
            do {
                var batch = batch
                batch.patience = max(1, Int64((deadline - .now) / .milliseconds(1)))
                return try BatchRun(connection: connection, catalogue: catalogue, limit: limit).run(batch)
            } catch let failure as PostgresFailure where failure.isWorthRepeating && .now < deadline {
                continue
            } catch let failure as PostgresFailure where failure.isWorthRepeating {
                throw CommandError.busy
            } catch let failure as PostgresFailure {
                throw CommandError.unavailable(StoreError(failure))
            }
        }
    }
}
