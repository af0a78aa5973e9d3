import FoundationEssentials
import Synchronization

/// The present time of an app: that of the system, or in a test the time that the test sets.
///
///     let clock = AppClock(at: noon)                      // in a test; an app has `AppClock()`
///     let alarm = clock.alarm(at: noon + 3600) { ring() }
///     clock.advance(by: .seconds(3600))                   // rings
///
/// An app that asks its clock instead of `Date.now` can be tested at any time. Keep alarms: a released alarm is
/// cancelled.
@SceneActor public final class AppClock {
    /// A call at a certain time. It is cancelled when it is released.
    @SceneActor public final class Alarm {
        fileprivate let time: Date
        fileprivate var body: (@SceneActor () -> Void)?
        fileprivate var timer: LoopTimer?

        fileprivate init(_ time: Date, _ body: @escaping @SceneActor () -> Void) {
            self.time = time
            self.body = body
        }

        isolated deinit { timer?.cancel() }

        /// Cancels the call.
        public func cancel() {
            timer?.cancel()
            body = nil
        }

        fileprivate func ring() {
            let body = self.body
            self.body = nil
            body?()
        }
    }

    private struct Waiting {
        weak var alarm: Alarm?
    }

    private let standing: Mutex<Date?>
    private var waiting: [Waiting] = []  // alarms of a clock that a test sets

    /// The system's clock may be set while an alarm waits, so it is asked again after this time.
    private static let longestWait = Duration.seconds(60)

    /// Creates a clock with the time of the system.
    public nonisolated init() { standing = Mutex(nil) }

    /// Creates a clock that stands at this time until ``advance(to:)``.
    public nonisolated init(at time: Date) { standing = Mutex(time) }

    /// The present time. Any thread may ask.
    public nonisolated var now: Date { standing.withLock { $0 } ?? Date() }

    private var stands: Bool { standing.withLock { $0 != nil } }

    /// Calls `body` at a time, or soon if that time has passed.
    public func alarm(at time: Date, _ body: @escaping @SceneActor () -> Void) -> Alarm {
        let alarm = Alarm(time, body)
        if !stands {
            start(alarm)
        } else if time <= now {
            alarm.timer = EventLoop.shared.after(.zero) { [weak alarm] in alarm?.ring() }
        } else {
            waiting.removeAll { $0.alarm?.body == nil }
            waiting.append(Waiting(alarm: alarm))
        }
        return alarm
    }

    private func start(_ alarm: Alarm) {
        let wait = min(Self.longestWait, max(.zero, .seconds(alarm.time.timeIntervalSince(now))))
        alarm.timer = EventLoop.shared.after(wait) { [weak self, weak alarm] in
            guard let self, let alarm else { return }
            alarm.time <= now ? alarm.ring() : start(alarm)
        }
    }

    /// Moves a clock that was created with a time, and rings the alarms until the new time, earliest first. Each sees
    /// its own time as the present.
    ///
    /// - Precondition: The clock was created by ``init(at:)``. It never goes back.
    public func advance(to time: Date) {
        precondition(stands, "only a clock that was created with a time can be advanced")
        precondition(time >= now, "a clock does not go back")
        while let next = waiting.compactMap(\.alarm).filter({ $0.body != nil && $0.time <= time })
            .min(by: { $0.time < $1.time })
        {
            stand(at: max(now, next.time))
            next.ring()
        }
        stand(at: time)
    }

    private func stand(at time: Date) { standing.withLock { $0 = time } }

    /// Moves a clock that was created with a time; see ``advance(to:)``.
    public func advance(by time: Duration) {
        advance(to: now.addingTimeInterval(time / .seconds(1)))
    }
}
