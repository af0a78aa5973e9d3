import Loop
import Scenes
import Stores

/// Appends events to the audit. What comes while it writes is written together, so that a busy server does not commit
/// for each event.
@SceneActor final class AuditQueue {
    private let store: AccessStore
    private var events: [AuditEvent] = []
    /// The number of events that were dropped since the last writing.
    private var dropped = 0
    private var writing: Task<Void, Never>?

    /// The most events that wait. Later ones are counted only.
    private static let limit = 10_000
    /// The pause before the next attempt, while the database cannot be written.
    private static let pause = Duration.seconds(1)

    init(of store: AccessStore) {
        self.store = store
    }

    func add(_ event: AuditEvent) {
        guard events.count < Self.limit else { return dropped += 1 }
        events.append(event)
        guard writing == nil else { return }
        writing = Task { @SceneActor [weak self] in
            while let self, !self.events.isEmpty, !Task.isCancelled {
                if await !self.write() { await EventLoop.shared.pause(Self.pause) }
            }
            self?.writing = nil
        }
    }

    /// Writes what waits, and stops. Events are lost if the database cannot be written now.
    func close() async {
        writing?.cancel()
        await writing?.value
        _ = await write()
    }

    /// - Returns: Whether the events that waited were written.
    private func write() async -> Bool {
        let (batch, dropped) = (events, dropped)
        guard !batch.isEmpty else { return true }
        let isWritten: Void? = try? await store.transaction { transaction in
            for event in batch { try event.add(to: transaction) }
            guard dropped > 0 else { return }
            try AuditEvent("events dropped", who: "", via: "server", detail: "\(dropped)").add(to: transaction)
        }
        guard isWritten != nil else { return false }
        events.removeFirst(batch.count)
        self.dropped -= dropped
        return true
    }
}
