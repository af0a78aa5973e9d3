/// The timers and the end of the turn: what the loop's thread keeps for itself.
@SceneActor final class Turns {
    let poller = Poller()
    private let timers = TimerHeap()
    private var flushes: [@SceneActor () -> Void] = []
    private var sends: [@SceneActor () -> Void] = []
    private let clock = ContinuousClock()

    nonisolated init() {}

    /// How long to wait for events, in milliseconds, until a timer is due; -1 when there is none.
    func timeUntilDue() -> Int32 {
        guard flushes.isEmpty, sends.isEmpty else { return 0 }
        guard let due = timers.first?.due else { return -1 }
        let wait = due - clock.now
        guard wait > .zero else { return 0 }
        let milliseconds = wait.components.seconds * 1_000 + wait.components.attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: milliseconds)
    }

    func add(_ timer: LoopTimer) {
        timers.insert(timer)
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

    func atEnd(_ phase: EventLoop.Phase, _ body: @escaping @SceneActor () -> Void) {
        switch phase {
        case .flush: flushes.append(body)
        case .send: sends.append(body)
        }
    }

    /// Flushes until nothing is left to flush, then sends.
    func end() {
        while !flushes.isEmpty {
            let bodies = flushes
            flushes = []
            for body in bodies { body() }
        }
        guard !sends.isEmpty else { return }
        let bodies = sends
        sends = []
        for body in bodies { body() }
    }
}

extension EventLoop {
    /// What is done at the end of a turn.
    package enum Phase: Sendable {
        /// Models that changed are turned into what is to be sent.
        case flush
        /// What is to be sent is sent.
        case send
    }

    /// Runs `body` once at the end of this turn. What a flush schedules for a flush runs in the same turn.
    @SceneActor package func atEndOfTurn(_ phase: Phase, _ body: @escaping @SceneActor () -> Void) {
        turns.atEnd(phase, body)
    }

    /// Runs `body` once, `delay` from now or a little later.
    @SceneActor @discardableResult
    package func after(_ delay: Duration, _ body: @escaping @SceneActor () -> Void) -> LoopTimer {
        turns.schedule(after: delay, body)
    }

    /// The descriptors that the loop watches.
    @SceneActor package var poller: Poller { turns.poller }
}
