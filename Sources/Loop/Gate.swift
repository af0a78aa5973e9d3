/// A one-shot event that tasks can await.
@SceneActor package final class Gate {
    /// Whether the event has happened.
    package private(set) var isOpen = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastNumber = 0

    package nonisolated init() {}

    /// Resumes all waiting tasks.
    package func open() {
        isOpen = true
        let passing = waiting.values
        waiting = [:]
        for continuation in passing { continuation.resume() }
    }

    /// Returns when the event has happened, or when the caller's task is cancelled.
    package func pass() async {
        guard !isOpen, !Task.isCancelled else { return }
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[number] = $0 }
        } onCancel: {
            EventLoop.shared.post { self.waiting.removeValue(forKey: number)?.resume() }
        }
    }
}
