/// The timers and the end of the turn: what the loop's thread keeps for itself.
@SceneActor package final class Turns {
    /// What is done at the end of a turn.
    package enum Phase: Sendable {
        /// Models that changed are turned into what is to be sent.
        case flush
        /// What is to be sent is sent.
        case send
    }

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
