import Loop

/// The first loading of a scene, and the commands that wait for its end.
@SceneActor final class SceneLoading {
    private(set) var isOver = false
    private var waiters: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastNumber = 0

    /// Whether somebody waits.
    var isAwaited: Bool { !waiters.isEmpty }

    /// Begins anew, with another view model.
    func begin() {
        isOver = false
    }

    /// Everything has loaded once, or the scene has ended: those who wait go on, in the order in which they came.
    func end() {
        isOver = true
        wakeNext()
    }

    /// Resumes one waiter, which resumes the next when it is back on the loop: the runtime resumes several in any order.
    private func wakeNext() {
        if isOver, !waiters.isEmpty { waiters.removeFirst().continuation.resume() }
    }

    /// Returns at the end, or after `patience`.
    func wait(within patience: Duration) async {
        lastNumber += 1
        let number = lastNumber
        let timer = EventLoop.shared.after(patience) { [weak self] in
            guard let self, let index = waiters.firstIndex(where: { $0.number == number }) else { return }
            waiters.remove(at: index).continuation.resume()
        }
        await withCheckedContinuation { waiters.append((number, $0)) }
        timer.cancel()
        wakeNext()
    }
}
