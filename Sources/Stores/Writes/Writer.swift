import Changes
import JSON
import Loop

/// Runs batches, one group at a time. Batches that arrive meanwhile share the next commit, each still all or none.
///
/// A batch that takes long is rolled back at the desk, where it blocks the reading of lists, and runs at the slow
/// desk.
@SceneActor final class Writer {
    private let desk: Desk
    private let slowDesk: SlowDesk
    private let configuration: StoreConfiguration
    private var waiting: [Waiting] = []
    private var isAtWork = false
    private var pause = Writer.shortest
    /// Whether batches have to run again.
    private var isLate = false

    private struct Waiting {
        let batch: WriteBatch
        let deadline: ContinuousClock.Instant
        let answer: CheckedContinuation<WriteResult, Never>
    }

    /// The first and the longest pause before another attempt, while another connection is writing.
    private nonisolated static let shortest = Duration.milliseconds(1)
    private nonisolated static let longest = Duration.milliseconds(20)
    /// How long a batch may block the reading of lists.
    private nonisolated static let quick = Duration.milliseconds(50)

    /// Creates a writer for two desks of one file. A commit waits up to `busyTimeout` for readers.
    nonisolated init(on desk: Desk, _ slowDesk: SlowDesk, _ configuration: StoreConfiguration) {
        (self.desk, self.slowDesk) = (desk, slowDesk)
        self.configuration = configuration
    }

    /// Runs commands off the loop, in the order of the calls. Returns when they are committed. For commands that ran
    /// before with this receipt, returns the outcome of the last one.
    ///
    /// - Throws: The error of the first refused command, or ``CommandError/busy`` if other connections write until
    ///   `deadline`.
    func run(
        _ commands: [WriteCommand], once receipt: Receipt?, deadline: ContinuousClock.Instant
    ) async throws(CommandError) -> [WriteOutcome] {
        let batch = WriteBatch(commands: commands, receipt: receipt)
        let result = await EventLoop.suspension { answer in
            waiting.append(Waiting(batch: batch, deadline: deadline, answer: answer))
            start()
        }
        return try result.get()
    }

    private func start() {
        guard !isAtWork, !waiting.isEmpty else { return }
        isAtWork = true
        let group = waiting
        waiting = []
        let isLimited = Self.quick < configuration.writeTimeout
        run(group, at: desk, within: isLimited ? Self.quick : configuration.writeTimeout) { results in
            let slow = zip(group, results).filter { isLimited && $1?.isTooSlow == true }.map(\.0)
            self.answer(zip(group, results).filter { !isLimited || $1?.isTooSlow != true })
            guard !slow.isEmpty else { return self.goOn() }
            self.run(slow, at: self.slowDesk, within: self.configuration.writeTimeout) { results in
                self.answer(Array(zip(slow, results)))
                self.goOn()
            }
        }
    }

    private func run(
        _ group: [Waiting], at desk: any WriteDesk, within limit: Duration,
        _ completion: @escaping @SceneActor ([WriteResult?]) -> Void
    ) {
        let (batches, patience) = (group.map(\.batch), configuration.busyTimeout)
        desk.async { connection in
            let results = connection.map {
                WriteGroup(desk: desk, connection: $0, patience: patience, limit: limit).run(batches)
            }
            let closed = WriteResult.failure(.unavailable(.closed))
            EventLoop.shared.post { completion(results ?? batches.map { _ in closed }) }
        }
    }

    /// Returns results to the callers. Batches that met another writer, or were rolled back with a slow one, come first
    /// in the next group.
    private func answer(_ results: [(Waiting, WriteResult?)]) {
        var late: [Waiting] = []
        for (waiter, result) in results {
            switch result {
            case nil: late.append(waiter)
            case .failure(.busy)? where ContinuousClock.now < waiter.deadline: late.append(waiter)
            case let result?: waiter.answer.resume(returning: result)
            }
        }
        waiting = late + waiting
        isLate = isLate || !late.isEmpty
    }

    /// Starts the next group, after a pause if batches have to run again.
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
