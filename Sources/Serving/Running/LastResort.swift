import Foundation
import Glibc
import Logging
import Synchronization

/// Ends the program when it does not stop in time, whatever keeps it: it waits on a thread of its own.
package final class LastResort: Sendable {
    /// The exit code of a program that was ended so.
    package static let status: Int32 = 3
    /// How much longer than `drainTimeout` it may take to close files.
    private static let grace = Duration.seconds(2)

    private let drainTimeout: Mutex<Duration>
    private let work: @Sendable () -> [String]

    /// For a program with this `drainTimeout`; `work` tells in phrases what is still under way, on any thread.
    package init(_ drainTimeout: Duration, work: @escaping @Sendable () -> [String]) {
        self.drainTimeout = Mutex(drainTimeout)
        self.work = work
    }

    /// Goes by another `drainTimeout`.
    package func follow(_ drainTimeout: Duration) { self.drainTimeout.withLock { $0 = drainTimeout } }

    /// The program is about to stop: it has so long from now on.
    func arm() {
        let limit = drainTimeout.withLock { $0 } + Self.grace
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: limit / .seconds(1))
            let running = work()
            ServiceLog.logger.error(
                "stopped in the middle of what runs",
                metadata: ["running": "\(running.isEmpty ? "requests" : running.joined(separator: "; "))"])
            ServiceLog.flush()
            _exit(Self.status)
        }
    }
}
