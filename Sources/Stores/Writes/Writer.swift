import JSON
import Loop

/// Carries out orders at the desk: those that come while it is at work share the next commit, each still all or nothing.
@SceneActor final class Writer {
    private let desk: Desk
    private let configuration: StoreConfiguration
    private var waiting: [Waiting] = []
    private var isAtWork = false
    private var pause = Writer.shortest

    private struct Waiting {
        let order: WriteOrder
        let deadline: ContinuousClock.Instant
        let answer: CheckedContinuation<WriteResult, Never>
    }

    /// How long another writer is waited for at first, and at most, before the next attempt.
    private nonisolated static let shortest = Duration.milliseconds(1)
    private nonisolated static let longest = Duration.milliseconds(20)

    /// A writer at a desk. A transaction that has begun waits `busyTimeout` for readers to let it end.
    nonisolated init(on desk: Desk, _ configuration: StoreConfiguration) {
        self.desk = desk
        self.configuration = configuration
    }

    /// Carries out commands, off the loop, in the order of the calls; returns when they are committed. Of those that were
    /// done with this receipt before, it tells what came of the last.
    ///
    /// - Throws: Why the first that was refused was, or that others have been writing until `deadline`.
    func run(
        _ commands: [WriteCommand], once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        let order = WriteOrder(commands: commands, receipt: receipt)
        let result = await EventLoop.suspension { answer in
            waiting.append(Waiting(order: order, deadline: deadline, answer: answer))
            start()
        }
        return try result.get()
    }

    private func start() {
        guard !isAtWork, !waiting.isEmpty else { return }
        isAtWork = true
        let batch = waiting
        waiting = []
        let orders = batch.map(\.order)
        desk.async { [desk, configuration] connection in
            let results = connection.map { connection in
                WriteGroup(
                    desk: desk, connection: connection, patience: configuration.busyTimeout,
                    limit: configuration.writeTimeout
                ).run(orders)
            }
            let closed = WriteResult.failure(.failed(message: "The database is closed."))
            EventLoop.shared.post { self.finish(batch, results ?? orders.map { _ in closed }) }
        }
    }

    /// Answers; orders that met another writer, or one that took all the time, come first next time, after a while.
    private func finish(_ batch: [Waiting], _ results: [WriteResult?]) {
        var late: [Waiting] = []
        for (order, result) in zip(batch, results) {
            switch result {
            case nil: late.append(order)
            case .failure(.busy)? where ContinuousClock.now < order.deadline: late.append(order)
            case let result?: order.answer.resume(returning: result)
            }
        }
        waiting = late + waiting
        guard !late.isEmpty else {
            (isAtWork, pause) = (false, Self.shortest)
            return start()
        }
        EventLoop.shared.after(pause) {
            self.isAtWork = false
            self.start()
        }
        pause = min(pause * 2, Self.longest)
    }
}
