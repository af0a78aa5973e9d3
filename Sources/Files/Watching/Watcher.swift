import CLinux
import Glibc

/// Reports changes of a file by any program, and its replacement. Runs on its own thread.
///
/// - ``FolderEvents`` reports writes. As the event of a database comes before the commit is visible, the probe is
///   then asked repeatedly, at growing intervals.
/// - A slow poll is a safety net.
/// - Where reading blocks writers, the watcher waits for a pause between writes (``Quiet``).
package final class Watcher: Sendable {
    /// An event that the watcher reports.
    package enum Event: Sendable {
        /// A program may have committed.
        case committed
        /// The file was replaced, created or deleted.
        case replaced
    }

    private let wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    /// The amounts that are added to the eventfd's counter, as requests to the thread.
    fileprivate enum Request {
        static let follow: UInt64 = 1
        static let stop: UInt64 = 1 << 32
    }

    /// Watches the file at `path`, with probes from `makeProbe`. `notify` is called on the watcher's thread.
    package init(
        path: String, interval: Duration, probe makeProbe: @escaping @Sendable (String) -> (any ChangeProbe)?,
        _ notify: @escaping @Sendable (Event) -> Void
    ) {
        let wakeUp = self.wakeUp
        let milliseconds = Int32(interval / .milliseconds(1))
        BackgroundThread.start {
            var watch = Watch(path: path, makeProbe: makeProbe, notify: notify)
            watch.run(wakeUp: wakeUp, interval: milliseconds)
        }
    }

    /// Checks the present file for commits. After ``Event/replaced``, the watcher has no connection to the file until
    /// this call: the owner closes its own connections first.
    package func follow() {
        send(Request.follow)
    }

    /// Stops watching.
    package func stop() {
        send(Request.stop)
    }

    private func send(_ request: UInt64) {
        var request = request
        _ = write(wakeUp, &request, 8)
    }
}

/// The state of the watcher's thread.
private struct Watch {
    private let makeProbe: (String) -> (any ChangeProbe)?
    private let notify: (Watcher.Event) -> Void
    /// The eventfd that ``FolderEvents`` increments.
    private let events = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    private var place: FilePlace
    private var isFollowing = false
    private var probe: (any ChangeProbe)?
    /// The number of successive checks for which an exclusive lock hid commits.
    private var blindLooks = 0

    /// The number of such checks, which take a second or two, after which the readers are notified. If another write
    /// follows, they are notified again, because one lock may have followed another unnoticed.
    private static let patience = 8

    init(
        path: String, makeProbe: @escaping (String) -> (any ChangeProbe)?, notify: @escaping (Watcher.Event) -> Void
    ) {
        self.makeProbe = makeProbe
        self.notify = notify
        place = FilePlace(path)
        isFollowing = true
        follow()
    }

    /// Watches until the descriptor `wakeUp` receives the order to stop.
    mutating func run(wakeUp: Int32, interval: Int32) {
        var descriptors = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        notify(.committed)  // commits before the watch began
        var timeout = interval
        while true {
            let count = poll(&descriptors, 2, timeout)
            if descriptors[1].revents != 0 {
                var orders: UInt64 = 0
                _ = read(wakeUp, &orders, 8)
                if orders >= Watcher.Request.stop { break }
                isFollowing = true
            }
            let isNotified = count > 0 && drain()
            if isNotified, probe?.keepsWritersOut == true { letWritersFinish(&descriptors) }
            if check(isNotified: isNotified) {
                // These events belong to this commit, or to one that will be visible in a moment.
                let goesOn = drain()
                timeout = goesOn ? 4 : interval
                if goesOn { blindLooks = 0 }
            } else {
                // A commit is visible only when it is on the disk, perhaps long after the event.
                timeout = isNotified ? 4 : min(timeout * 2, interval)
            }
        }
        FolderEvents.shared.end(events)
        close(events)
        close(wakeUp)
    }

    /// Waits for a pause between commits, for an order, or for a replacement of the file.
    private func letWritersFinish(_ descriptors: inout [pollfd]) {
        var quiet = Quiet()
        while case let rest = quiet.rest(), rest > .zero {
            let milliseconds = Int32((rest / .milliseconds(1)).rounded(.up))
            guard poll(&descriptors, 2, milliseconds) > 0 else { continue }
            if descriptors[1].revents != 0 || place.isLeft { return }
            if drain() { quiet.recordWriting() }
        }
    }

    /// Checks for events to report. Returns false if there are none.
    private mutating func check(isNotified: Bool) -> Bool {
        if place.isLeft {
            place = FilePlace(place.path)
            isFollowing = false
            probe = nil
            notify(.replaced)
            return true
        }
        guard probe != nil else {
            follow()
            // A missing file may have existed since the last check.
            if probe != nil || (isNotified && !place.isTaken) { notify(.committed) }
            return true
        }
        guard hasMoved(isNotified: isNotified) else { return false }
        notify(.committed)
        return true
    }

    private mutating func hasMoved(isNotified: Bool) -> Bool {
        guard let probe else { return false }
        let isMoved = probe.hasMoved()
        if isNotified, blindLooks >= Self.patience { blindLooks = 0 }
        blindLooks = isMoved == nil ? blindLooks + 1 : 0
        if isMoved == true || blindLooks == Self.patience { return true }
        guard !probe.keepsWritersOut else { return false }
        var wait: UInt32 = 30
        while isNotified, wait < 2_000 {
            usleep(wait)  // the watcher's own thread, which blocks no others
            wait *= 2
            guard probe.hasSurelyMoved != false else { continue }
            guard !place.isLeft else { return false }  // the next check reports it
            if probe.hasMoved() == true { return true }
        }
        return false
    }

    /// Watches the file's folder, and the real folder behind symbolic links.
    private mutating func follow() {
        if isFollowing, place.isTaken { probe = makeProbe(place.path) }
        FolderEvents.shared.watch([place.path, realpath(place.path)], for: events)
    }

    private func realpath(_ path: String) -> String {
        guard let resolved = Glibc.realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Takes the pending events. Returns false if there are none.
    private func drain() -> Bool {
        var count: UInt64 = 0
        return read(events, &count, 8) > 0
    }
}
