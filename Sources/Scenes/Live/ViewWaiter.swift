import Loop

/// Someone who waits for a state.
@SceneActor final class ViewWaiter {
    /// Until when everything that has been committed is to be shown; `nil` when any state will do.
    let start: ContinuousClock.Instant?
    let isCounted: Bool
    var timer: LoopTimer?
    private let body: @SceneActor () -> Void

    init(since start: ContinuousClock.Instant?, isCounted: Bool, _ body: @escaping @SceneActor () -> Void) {
        self.start = start
        self.isCounted = isCounted
        self.body = body
    }

    func answer() {
        timer?.cancel()
        body()
    }
}
