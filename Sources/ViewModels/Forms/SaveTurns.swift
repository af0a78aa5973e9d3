import Loop

/// Lets saves of the same models run one after the other, in order of arrival: a check before a write still holds
/// during the write.
@SceneActor final class SaveTurns {
    /// The turns shared by all forms.
    static let shared = SaveTurns(patience: .seconds(10))

    private let patience: Duration
    private var turns: [Turn] = []  // in order of arrival
    private var lastNumber = 0
    /// The turns that the current task is in: a nested save does not wait for models that its outer save holds.
    @TaskLocal private static var enclosing: [Int] = []

    private struct Turn {
        let number: Int
        let models: Set<AnyHashable>
        let awaited: Set<AnyHashable>
        let start = Gate()
    }

    /// Creates turns with a longest wait.
    init(patience: Duration) {
        self.patience = patience
    }

    /// Runs `body` once no earlier save of any of these models is running.
    ///
    /// - Throws: The error of `body`; ``CommandFailure/unavailable(code:message:)`` when the wait is too long.
    func run(_ models: Set<AnyHashable>, _ body: @SceneActor () async throws -> Void) async throws {
        let enclosing = Self.enclosing
        let held = turns.filter { enclosing.contains($0.number) }.reduce(into: Set()) { $0.formUnion($1.models) }
        lastNumber += 1
        let turn = Turn(number: lastNumber, models: models, awaited: models.subtracting(held))
        turns.append(turn)
        defer { end(turn) }
        try await wait(for: turn)
        try await Self.$enclosing.withValue(enclosing + [turn.number]) { try await body() }
    }

    private func wait(for turn: Turn) async throws {
        guard !hasCome(turn) else { return }
        let timer = EventLoop.shared.after(patience) { turn.start.open() }
        await turn.start.pass()
        timer.cancel()
        try Task.checkCancellation()
        guard hasCome(turn) else {
            throw CommandFailure.unavailable(
                code: "busy", message: "Someone else is saving this data. Retry in a moment.")
        }
    }

    private func end(_ turn: Turn) {
        turns.removeAll { $0.number == turn.number }
        for next in turns where hasCome(next) { next.start.open() }
    }

    private func hasCome(_ turn: Turn) -> Bool {
        turns.prefix { $0.number != turn.number }.allSatisfy { $0.models.isDisjoint(with: turn.awaited) }
    }
}
