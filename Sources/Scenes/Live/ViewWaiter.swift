import Loop

/// Someone who waits for a state that shows what has been committed.
@SceneActor final class ViewWaiter {
    let start: ContinuousClock.Instant
    let isCounted: Bool
    var timer: LoopTimer?
    private let body: @SceneActor () -> Void

    init(since start: ContinuousClock.Instant, isCounted: Bool, _ body: @escaping @SceneActor () -> Void) {
        self.start = start
        self.isCounted = isCounted
        self.body = body
    }

    func answer() {
        timer?.cancel()
        body()
    }
}
