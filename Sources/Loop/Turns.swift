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
    }

    let poller = Poller()
    private let timers = TimerHeap()
    private var binds: [@SceneActor () -> Void] = []
    private var flushes: [@SceneActor () -> Void] = []
    private var sends: [@SceneActor () -> Void] = []
    private let clock = ContinuousClock()

    nonisolated init() {}

    /// How long to wait for events, in milliseconds, until a timer is due; -1 when there is none.
    func timeUntilDue() -> Int32 {
        guard binds.isEmpty, flushes.isEmpty, sends.isEmpty else { return 0 }
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
        }
    }

    /// Binds and flushes until nothing is left to bind or flush, then sends.
    func end() {
        while !binds.isEmpty || !flushes.isEmpty {
            let bodies = binds.isEmpty ? flushes : binds
            if binds.isEmpty { flushes = [] } else { binds = [] }
            for body in bodies { body() }
        }
        guard !sends.isEmpty else { return }
        let bodies = sends
        sends = []
        for body in bodies { body() }
    }
}
