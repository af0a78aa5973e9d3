import Loop

/// The first loading of a scene, and the commands that wait for its end.
@SceneActor final class SceneLoading {
    private(set) var isOver = false
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
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
        let woken = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in woken { waiter.resume() }
    }

    /// Returns at the end, or after `patience`.
    func wait(within patience: Duration) async {
        lastNumber += 1
        let number = lastNumber
        let timer = EventLoop.shared.after(patience) { [weak self] in
            self?.waiters.removeValue(forKey: number)?.resume()
        }
        await withCheckedContinuation { waiters[number] = $0 }
        timer.cancel()
    }
}
