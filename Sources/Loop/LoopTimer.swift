/// Something to be done once at a time.
@SceneActor package final class LoopTimer {
    let due: ContinuousClock.Instant
    private var body: (@SceneActor () -> Void)?

    init(due: ContinuousClock.Instant, _ body: @escaping @SceneActor () -> Void) {
        self.due = due
        self.body = body
    }

    /// Forgets what was to be done. O(1); the timer itself goes when it would have been due.
    package func cancel() {
        body = nil
    }

    func fire() {
        let body = self.body
        self.body = nil
        body?()
    }
}

/// Timers by when they are due: a binary heap, insertion and removal in O(log n).
@SceneActor struct TimerHeap {
    private var timers: [LoopTimer] = []

    nonisolated init() {}

    var first: LoopTimer? { timers.first }

    mutating func insert(_ timer: LoopTimer) {
        timers.append(timer)
        var child = timers.count - 1
        while child > 0, timers[child].due < timers[(child - 1) / 2].due {
            timers.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        timers.swapAt(0, timers.count - 1)
        timers.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < timers.count {
                if timers[child].due < timers[least].due { least = child }
            }
            guard least != parent else { return }
            timers.swapAt(parent, least)
            parent = least
        }
    }
}
