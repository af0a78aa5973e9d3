import CLinux
import Glibc
import Synchronization

// The event loop's thread and the steps of a turn.

extension EventLoop {
    /// Runs `body` once at the end of this turn. A flush that is scheduled during a flush runs in the same turn.
    @SceneActor package func atEndOfTurn(_ phase: Turns.Phase, _ body: @escaping @SceneActor () -> Void) {
        turns.atEnd(phase, body)
    }

    /// Runs the flusher once at the end of this turn, before the closures of ``atEndOfTurn(_:_:)`` for the flush phase.
    @SceneActor package func flushAtEndOfTurn(_ flusher: any Flushing) {
        turns.atEnd(flusher)
    }

    /// Runs `body` once, after `delay` or a little later.
    @SceneActor @discardableResult
    package func after(_ delay: Duration, _ body: @escaping @SceneActor () -> Void) -> LoopTimer {
        turns.schedule(after: delay, body)
    }

    /// Suspends the caller for this time; the loop continues.
    @SceneActor package func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in after(time) { continuation.resume() } }
    }

    /// The descriptors that the loop watches.
    @SceneActor package var poller: Poller { turns.poller }
}

extension EventLoop {
    /// Starts the thread, which never ends.
    func startThread() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, 8 * 1024 * 1024)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let loop = Unmanaged.passRetained(self).toOpaque()
        let status = pthread_create(&thread, &attributes, loopMain, loop)
        precondition(status == 0, "the loop's thread cannot be started: \(String(cString: strerror(status)))")
        pthread_attr_destroy(&attributes)
    }

    fileprivate func run() -> Never {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        clinux_name_thread("oriel-loop")
        SceneActor.assumeIsolated {
            let wakeUp = self.wakeUp
            _ = turns.poller.watch(wakeUp, for: .readable) { _ in
                var count: UInt64 = 0
                _ = read(wakeUp, &count, 8)
            }
        }
        while true { SceneActor.assumeIsolated { turn() } }
    }

    @SceneActor private func turn() {
        turns.poller.poll(timeout: hasJobs ? 0 : turns.timeUntilDue())
        drainInbox()
        turns.runTimers()
        turns.end()
        Watchdog.shared.endAll()
    }
}

/// The thread's entry point: a constant of the file, so that it has no isolation.
private let loopMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument else { return nil }
    Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
}
