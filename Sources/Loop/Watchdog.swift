import CLinux
import Glibc
import Synchronization

/// Says whose code holds the loop, from a thread of its own.
package final class Watchdog: Sendable {
    /// The watchdog of the process's loop.
    package static let shared = Watchdog()

    /// Code that holds the loop for too long, and has not ended.
    package struct Hold: Sendable {
        /// The name of the code.
        package let name: String
        /// How long the code has run so far.
        package let time: Duration
    }

    private let limit = Atomic<UInt64>(.max)  // in nanoseconds
    private let running = Mutex<[Running]>([])  // the code that runs, the innermost last
    private let report = Mutex<(@Sendable (Hold) -> Void)?>(nil)

    /// Code that runs now.
    private struct Running {
        let name: String
        let since: UInt64
    }

    private init() {}

    /// Starts to watch, or changes the limit. `report` is called, on another thread, when named code runs for longer
    /// than the limit without a pause, and again when it takes ten times as long.
    package func watch(over limit: Duration, _ report: @escaping @Sendable (Hold) -> Void) {
        self.limit.store(UInt64(max(1, limit.milliseconds)) * 1_000_000, ordering: .relaxed)
        let isFirst = self.report.withLock { present in
            defer { present = report }
            return present == nil
        }
        guard isFirst else { return }
        var thread = pthread_t()
        _ = pthread_create(&thread, nil, watchdogMain, nil)
        pthread_detach(thread)
    }

    /// Ends all code: a job has returned or waits for something, or the loop waits.
    func endAll() {
        guard isWatching else { return }
        running.withLock { if !$0.isEmpty { $0.removeAll(keepingCapacity: true) } }
    }

    /// Begins code of this name.
    ///
    /// - Returns: The depth for ``leave(to:)``.
    func enter(_ name: @autoclosure () -> String) -> Int {
        guard isWatching else { return 0 }
        let code = Running(name: name(), since: Self.now)
        return running.withLock { running in
            running.append(code)
            return running.count - 1
        }
    }

    /// Ends the code that began at this depth, and all within it.
    func leave(to depth: Int) {
        guard isWatching else { return }
        running.withLock { if $0.count > depth { $0.removeSubrange(depth...) } }
    }

    private var isWatching: Bool { limit.load(ordering: .relaxed) != .max }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    fileprivate func run() -> Never {
        clinux_name_thread("oriel-watchdog")
        var (told, next): (UInt64, UInt64) = (0, 0)
        while true {
            let limit = limit.load(ordering: .relaxed)
            usleep(UInt32(min(limit / 4_000, 50_000)))  // on a thread of its own, because the loop may be held
            // The outermost code has held the loop for longest, and the innermost one runs now.
            guard
                let (since, name) = running.withLock({ running in
                    running.first.flatMap { first in running.last.map { (first.since, $0.name) } }
                })
            else { continue }
            if since != told { (told, next) = (since, limit) }
            let time = Self.now &- since
            guard time > next else { continue }
            next *= 10
            report.withLock(\.self)?(Hold(name: name, time: .nanoseconds(Int64(time))))
        }
    }
}

private let watchdogMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    Watchdog.shared.run()
}
