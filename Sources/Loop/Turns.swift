/// Who has something to flush at the end of a turn, again and again: unlike for a closure, nothing is allocated for it.
@SceneActor package protocol Flushing: AnyObject {
    /// Flushes what has changed in this turn.
    func flush()
}

/// The timers and the end of the turn: what the loop's thread keeps for itself.
@SceneActor package final class Turns {
    /// What is done at the end of a turn.
    package enum Phase: Sendable {
        /// What is worked out from models that changed is worked out again.
        case bind
        /// Models that changed are turned into what is to be sent.
        case flush
        /// What is to be sent is sent.
        case send
        /// What was sent is counted.
        case count
    }

    /// How many turns have ended.
    package private(set) var ended = 0

    let poller = Poller()
    private let timers = TimerHeap()
    private var binds: [@SceneActor () -> Void] = []
    private var flushes: [@SceneActor () -> Void] = []
    @exclusivity(unchecked) private var flushers: [any Flushing] = []
    @exclusivity(unchecked) private var flushing: [any Flushing] = []  // those whose turn it is, the last first
    private var sends: [@SceneActor () -> Void] = []
    private var counts: [@SceneActor () -> Void] = []
    private let clock = ContinuousClock()

    nonisolated init() {}

    /// How long to wait for events, in milliseconds, until a timer is due; -1 when there is none.
    func timeUntilDue() -> Int32 {
        guard binds.isEmpty, flushers.isEmpty, flushes.isEmpty, sends.isEmpty, counts.isEmpty else {
            return 0
        }
        guard let due = timers.first?.due else { return -1 }
        let wait = due - clock.now
        guard wait > .zero else { return 0 }
        let milliseconds = wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: milliseconds)
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

    /// Does what was to be done when this began; what comes meanwhile is done later.
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
