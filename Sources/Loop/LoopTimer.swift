/// A timer that fires once.
@SceneActor package final class LoopTimer {
    let due: ContinuousClock.Instant
    private var body: (@SceneActor () -> Void)?
    fileprivate var heap: TimerHeap?
    fileprivate var place = 0  // in the heap

    init(due: ContinuousClock.Instant, _ body: @escaping @SceneActor () -> Void) {
        self.due = due
        self.body = body
    }

    /// Cancels the timer. O(log n).
    package func cancel() {
        body = nil
        heap?.remove(self)
    }

    func fire() {
        let body = self.body
        self.body = nil
        body?()
    }
}

/// Timers by due time: a binary heap whose members know their positions; insertion and removal are O(log n).
@SceneActor final class TimerHeap {
    private var timers: [LoopTimer] = []

    nonisolated init() {}

    var first: LoopTimer? { timers.first }

    func insert(_ timer: LoopTimer) {
        timer.heap = self
        timer.place = timers.count
        timers.append(timer)
        rise(from: timer.place)
    }

    func remove(_ timer: LoopTimer) {
        let place = timer.place
        swap(place, timers.count - 1)
        timers.removeLast()
        timer.heap = nil
        guard place < timers.count else { return }
        rise(from: place)
        sink(from: place)
    }

    private func rise(from place: Int) {
        var child = place
        while child > 0, timers[child].due < timers[(child - 1) / 2].due {
            swap(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private func sink(from place: Int) {
        var parent = place
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < timers.count {
                if timers[child].due < timers[least].due { least = child }
            }
            guard least != parent else { return }
            swap(parent, least)
            parent = least
        }
    }

    private func swap(_ one: Int, _ other: Int) {
        timers.swapAt(one, other)
        timers[one].place = one
        timers[other].place = other
    }
}
