import Loop

/// The first loading of a scene, and the commands that wait for it.
@SceneActor final class SceneLoading {
    private(set) var isOver = false
    private var waiters: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastNumber = 0

    /// Whether a command waits.
    var isAwaited: Bool { !waiters.isEmpty }

    /// Starts over, for another view model.
    func begin() {
        isOver = false
    }

    /// Ends the loading: everything has loaded once, or the scene has ended. Commands that wait go on, in the order of
    /// their arrival.
    func end() {
        isOver = true
        wakeNext()
    }

    /// Resumes one waiter, which resumes the next one once it is back on the loop. The runtime would resume several
    /// waiters in any order.
    private func wakeNext() {
        if isOver, !waiters.isEmpty { waiters.removeFirst().continuation.resume() }
    }

    /// Returns when the loading ends, or after `patience`.
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
