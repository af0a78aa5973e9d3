import Loop

/// A waiter for a state of a view.
@SceneActor final class ViewWaiter {
    /// The time up to which the state must show all commits; `nil` if any state will do.
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
