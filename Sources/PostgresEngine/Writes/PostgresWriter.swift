import Dispatch
import Lists
import Loop
import PostgreSQL
import Synchronization
import Tables

/// Runs batches in the order of the calls, on a queue of its own.
final class PostgresWriter: @unchecked Sendable {  // guard: `connection` and `catalogue` belong to `queue`
    /// Measures how long the queue takes.
    let watch = Stopwatch()
    private let queue = DispatchQueue(label: "oriel.postgres.writer")
    private let connection: PostgresConnection
    private let limit: Duration
    private var catalogue: Catalogue
    private let waiting = Mutex<[Waiting]>([])

    private struct Waiting: Sendable {
        let batch: WriteBatch
        let deadline: ContinuousClock.Instant
        let answer: CheckedContinuation<BatchResult, Never>
    }

    /// The limit on batches with one commit.
    private static let groupLimit = 50

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

    /// Uses another catalogue for later batches.
    func use(_ catalogue: Catalogue) {
        queue.async { self.catalogue = catalogue }
    }

    /// Runs a batch: all or none. Batches that wait at the same time share a commit, if they may
    /// (``WriteBatch/mayShare``). After a deadlock, or a conflict with another transaction, a batch runs again until
    /// the deadline.
    @SceneActor func run(_ batch: WriteBatch, deadline: ContinuousClock.Instant) async -> BatchResult {
        await EventLoop.suspension { continuation in  // in the order of the calls
            waiting.withLock { $0.append(Waiting(batch: batch, deadline: deadline, answer: continuation)) }
            watch.begin()
            queue.async { [self] in runWaiting() }
        }
    }

    private func runWaiting() {
        var rest = waiting.withLock { waiting in
            defer { waiting.removeFirst(min(waiting.count, Self.groupLimit)) }
            return waiting.prefix(Self.groupLimit)
        }
        while !rest.isEmpty {
            let group = rest.prefix { $0.batch.mayShare }
            let results = group.count > 1 ? shared(group) : nil
            if let results {
                for (waiter, result) in zip(group, results) { answer(waiter, result) }
            } else {
                for waiter in group.isEmpty ? rest.prefix(1) : group {
                    answer(waiter, Result { try repeated(waiter.batch, waiter.deadline) })
                }
            }
            rest = rest.dropFirst(results?.count ?? max(group.count, 1))
        }
    }

    /// Runs batches with one commit. Returns the results of the first ones; `nil` if each has to run alone.
    private func shared(_ group: ArraySlice<Waiting>) -> [BatchResult]? {
        do throws(PostgresFailure) {
            return try WriteGroup(connection: connection, catalogue: catalogue).run(group.map(\.batch))
        } catch {
            return group.map { _ in .failure(CommandError.unavailable(StoreError(error))) }
        }
    }

    private func answer(_ waiter: Waiting, _ result: BatchResult) {
        watch.end()
        waiter.answer.resume(returning: result)
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
