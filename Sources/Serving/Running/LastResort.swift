import Foundation
import Glibc
import Logging
import Synchronization

/// Ends the program if it does not stop in time. Waits on a separate thread, so that nothing can block it.
package final class LastResort: Sendable {
    /// The exit code of a program that was ended this way.
    package static let status: Int32 = 3
    /// The time for closing files, in addition to `drainTimeout`.
    private static let grace = Duration.seconds(2)

    private let drainTimeout: Mutex<Duration>
    private let work: @Sendable () -> [String]

    /// Makes a last resort for a program with this `drainTimeout`. `work` returns phrases that name the running work,
    /// and is called on any thread.
    package init(_ drainTimeout: Duration, work: @escaping @Sendable () -> [String]) {
        self.drainTimeout = Mutex(drainTimeout)
        self.work = work
    }

    /// Applies a changed `drainTimeout`.
    package func follow(_ drainTimeout: Duration) { self.drainTimeout.withLock { $0 = drainTimeout } }

    /// Starts the countdown, because the program is about to stop.
    func arm() {
        let limit = drainTimeout.withLock { $0 } + Self.grace
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            let running = work()
            ServerLog.logger.error(
                "stopped before all work was done",
                metadata: ["running": "\(running.isEmpty ? "requests" : running.joined(separator: "; "))"])
            ServerLog.flush()
            _exit(Self.status)
        }
    }
}
