import JSON
import Loop

/// Carries out orders, one group after the other: those that come while it is at work share the next commit, each still all
/// or nothing. An order that takes long is undone at the desk, where it keeps lists from being read, and run at the slow desk.
@SceneActor final class Writer {
    private let desk: Desk
    private let slowDesk: SlowDesk
    private let configuration: StoreConfiguration
    private var waiting: [Waiting] = []
    private var isAtWork = false
    private var pause = Writer.shortest
    /// Whether orders that were begun have to be run again.
    private var isLate = false

    private struct Waiting {
        let order: WriteOrder
        let deadline: ContinuousClock.Instant
        let answer: CheckedContinuation<WriteResult, Never>
    }

    /// How long another writer is waited for at first, and at most, before the next attempt.
    private nonisolated static let shortest = Duration.milliseconds(1)
    private nonisolated static let longest = Duration.milliseconds(20)
    /// How long an order may keep lists from being read.
    private nonisolated static let quick = Duration.milliseconds(50)

    /// A writer at two desks of one file. A transaction that has begun waits `busyTimeout` for readers to let it end.
    nonisolated init(on desk: Desk, _ slowDesk: SlowDesk, _ configuration: StoreConfiguration) {
        (self.desk, self.slowDesk) = (desk, slowDesk)
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
        let isLimited = Self.quick < configuration.writeTimeout
        run(batch, at: desk, within: isLimited ? Self.quick : configuration.writeTimeout) { results in
            let slow = zip(batch, results).filter { isLimited && $1?.isTooSlow == true }.map(\.0)
            self.answer(zip(batch, results).filter { !isLimited || $1?.isTooSlow != true })
            guard !slow.isEmpty else { return self.goOn() }
            self.run(slow, at: self.slowDesk, within: self.configuration.writeTimeout) { results in
                self.answer(Array(zip(slow, results)))
                self.goOn()
            }
        }
    }

    private func run(
        _ batch: [Waiting], at desk: any WriteDesk, within limit: Duration,
        _ completion: @escaping @SceneActor ([WriteResult?]) -> Void
    ) {
        let (orders, patience) = (batch.map(\.order), configuration.busyTimeout)
        desk.async { connection in
            let results = connection.map {
                WriteGroup(desk: desk, connection: $0, patience: patience, limit: limit).run(orders)
            }
            let closed = WriteResult.failure(.failed(message: "The database is closed."))
            EventLoop.shared.post { completion(results ?? orders.map { _ in closed }) }
        }
    }

    /// Answers; orders that met another writer, or were undone with one that took too long, come first next time.
    private func answer(_ results: [(Waiting, WriteResult?)]) {
        var late: [Waiting] = []
        for (order, result) in results {
            switch result {
            case nil: late.append(order)
            case .failure(.busy)? where ContinuousClock.now < order.deadline: late.append(order)
            case let result?: order.answer.resume(returning: result)
            }
        }
        waiting = late + waiting
        isLate = isLate || !late.isEmpty
    }

    /// Begins with the next orders; after a while, if some could not be carried out now.
    private func goOn() {
        guard isLate else {
            (isAtWork, pause) = (false, Self.shortest)
            return start()
        }
        EventLoop.shared.after(pause) {
            (self.isAtWork, self.isLate) = (false, false)
            self.start()
        }
        pause = min(pause * 2, Self.longest)
    }
}
