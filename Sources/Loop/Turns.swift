/// An object that flushes repeatedly at the end of a turn. Unlike a closure, it needs no allocation each time.
@SceneActor package protocol Flushing: AnyObject {
    /// Flushes the changes of this turn.
    func flush()
}

/// The timers and the work at the end of a turn: the private state of the loop's thread.
@SceneActor package final class Turns {
    /// A phase at the end of a turn.
    package enum Phase: Sendable {
        /// Computes outputs again from changed models.
        case bind
        /// Turns changed models into data to send.
        case flush
        /// Sends the data.
        case send
        /// Counts the data that was sent.
        case count
    }

    /// The number of turns that have ended.
    package private(set) var ended = 0

    let poller = Poller()
    private let timers = TimerHeap()
    private var binds: [@SceneActor () -> Void] = []
    private var flushes: [@SceneActor () -> Void] = []
    @exclusivity(unchecked) private var flushers: [any Flushing] = []
    @exclusivity(unchecked) private var flushing: [any Flushing] = []  // the remaining flushers, the last one first
    private var sends: [@SceneActor () -> Void] = []
    private var counts: [@SceneActor () -> Void] = []
    private let clock = ContinuousClock()

    nonisolated init() {}

    /// Returns the milliseconds until a timer is due: 0 when the end of a turn has work, -1 when there is no timer.
    func timeUntilDue() -> Int32 {
        guard binds.isEmpty, flushers.isEmpty, flushes.isEmpty, sends.isEmpty, counts.isEmpty else {
            return 0
        }
        guard let due = timers.first?.due else { return -1 }
        let wait = due - clock.now
        guard wait > .zero else { return 0 }
        return Int32(clamping: wait.milliseconds + 1)
    }

    func schedule(after delay: Duration, _ body: @escaping @SceneActor () -> Void) -> LoopTimer {
        let timer = LoopTimer(due: clock.now + delay, body)
        timers.insert(timer)
        return timer
    }

    func runTimers() {
        guard let first = timers.first else { return }
        let now = clock.now
        guard first.due <= now else { return }
        while let timer = timers.first, timer.due <= now {
            timers.remove(timer)
            timer.fire()
        }
    }

    func atEnd(_ phase: Phase, _ body: @escaping @SceneActor () -> Void) {
        switch phase {
        case .bind: binds.append(body)
        case .flush: flushes.append(body)
        case .send: sends.append(body)
        case .count: counts.append(body)
        }
    }

    func atEnd(_ flusher: any Flushing) {
        flushers.append(flusher)
    }

    /// Binds and flushes until nothing is left to bind or flush, then sends and counts.
    func end() {
        while true {
            if !binds.isEmpty {
                run(\.binds)
            } else if !flushers.isEmpty {
                flush()
            } else if !flushes.isEmpty {
                run(\.flushes)
            } else {
                break
            }
        }
        if !sends.isEmpty { run(\.sends) }
        if !counts.isEmpty { run(\.counts) }
        ended += 1
    }

    /// Runs the current closures; those added meanwhile run later.
    private func run(_ list: ReferenceWritableKeyPath<Turns, [@SceneActor () -> Void]>) {
        let bodies = self[keyPath: list]
        self[keyPath: list] = []
        for body in bodies { body() }
    }

    private func flush() {
        swap(&flushers, &flushing)
        flushing.reverse()
        while let flusher = flushing.popLast() { flusher.flush() }
    }
}
