import CLinux
import Dispatch
import Glibc

/// Tells of commits by anybody and of another file in the file's place: inotify on the folder, then a look at
/// `PRAGMA data_version`, repeated ever more seldom because the event comes before the commit can be seen; and a slow poll
/// as a safety net. Where reading keeps writers out, it waits for a pause between commits (``Quiet``). Of a file that is no database, something else is looked at. On a thread of its own.
final class Watcher: Sendable {
    /// What was seen.
    enum Event: Sendable {
        /// Somebody may have committed.
        case committed
        /// The file is another one, or has come or gone.
        case replaced
    }

    private let wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    /// What is added to the eventfd's counter to say so.
    fileprivate enum Order {
        static let follow: UInt64 = 1
        static let stop: UInt64 = 1 << 32
    }

    /// Watches the file at `path`, with probes that `makeProbe` makes; `tell` is called on the watcher's thread.
    init(
        path: String, interval: Duration,
        probe makeProbe: @escaping @Sendable (String) -> (any ChangeProbe)? = { try? CommitProbe(path: $0) },
        _ tell: @escaping @Sendable (Event) -> Void
    ) {
        let wakeUp = self.wakeUp
        let milliseconds = Int32(
            interval.components.seconds * 1_000 + interval.components.attoseconds / 1_000_000_000_000_000)
        DispatchQueue(label: "oriel.watcher").async {
            var watch = Watch(path: path, makeProbe: makeProbe, tell: tell)
            watch.run(wakeUp: wakeUp, interval: milliseconds)
        }
    }

    /// Looks for commits to the file that is there now. Until this is said after an event ``Event/replaced``, the watcher
    /// has no connection to it (``Connections/close()`` says why).
    func follow() {
        order(Order.follow)
    }

    /// Ends the watching.
    func stop() {
        order(Order.stop)
    }

    private func order(_ order: UInt64) {
        var order = order
        _ = write(wakeUp, &order, 8)
    }
}

/// The state of the watcher's thread.
private struct Watch {
    private let makeProbe: (String) -> (any ChangeProbe)?
    private let tell: (Watcher.Event) -> Void
    private let inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    private var place: FilePlace
    /// What the file is called in the folders that are watched.
    private var names: [String] = []
    private var isFollowing = false
    private var probe: (any ChangeProbe)?
    /// How many looks in a row have seen nothing, because somebody holds an exclusive lock.
    private var blindLooks = 0

    /// After so many, which take a second or two, the readers are to find out.
    private static let patience = 8

    init(
        path: String, makeProbe: @escaping (String) -> (any ChangeProbe)?, tell: @escaping (Watcher.Event) -> Void
    ) {
        self.makeProbe = makeProbe
        self.tell = tell
        place = FilePlace(path)
        isFollowing = true
        follow()
    }

    /// Watches until the descriptor `wakeUp` says stop.
    mutating func run(wakeUp: Int32, interval: Int32) {
        var descriptors = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        tell(.committed)  // what was committed before the watch began
        var timeout = interval
        while true {
            let count = poll(&descriptors, 2, timeout)
            if descriptors[1].revents != 0 {
                var orders: UInt64 = 0
                _ = read(wakeUp, &orders, 8)
                if orders >= Watcher.Order.stop { break }
                isFollowing = true
            }
            let isTold = count > 0 && drain()
            if isTold, probe?.keepsWritersOut == true { letWritersFinish(&descriptors) }
            if look(isTold: isTold) {
                // What was told meanwhile is of this commit, or of one that can be seen in a moment.
                timeout = drain() ? 4 : interval
            } else {
                // A commit can be seen when it is on the disk, which may be long after it was written there.
                timeout = isTold ? 4 : min(timeout * 2, interval)
            }
        }
        close(inotify)
        close(wakeUp)
    }

    /// Waits for a pause between commits, for an order, or for another file.
    private func letWritersFinish(_ descriptors: inout [pollfd]) {
        var quiet = Quiet()
        while case let rest = quiet.rest(), rest > .zero {
            let milliseconds = Int32((rest / .milliseconds(1)).rounded(.up))
            guard poll(&descriptors, 2, milliseconds) > 0 else { continue }
            if descriptors[1].revents != 0 || place.isLeft { return }
            if drain() { quiet.noteWriting() }
        }
    }

    /// Looks whether there is something to tell; `false` if there is not.
    private mutating func look(isTold: Bool) -> Bool {
        if place.isLeft {
            place = FilePlace(place.path)
            isFollowing = false
            probe = nil
            tell(.replaced)
            return true
        }
        guard probe != nil else {
            follow()
            // A file that is not there may have been there since the last look.
            if probe != nil || (isTold && !place.isTaken) { tell(.committed) }
            return true
        }
        guard hasMoved(isTold: isTold) else { return false }
        tell(.committed)
        return true
    }

    private mutating func hasMoved(isTold: Bool) -> Bool {
        guard let probe else { return false }
        let isMoved = probe.hasMoved()
        blindLooks = isMoved == nil ? blindLooks + 1 : 0
        if isMoved == true || blindLooks == Self.patience { return true }
        guard !probe.keepsWritersOut else { return false }
        var wait: UInt32 = 30
        while isTold, wait < 2_000 {
            usleep(wait)  // the thread is the watcher's own: nobody waits for it
            wait *= 2
            guard probe.hasSurelyMoved != false else { continue }
            guard !place.isLeft else { return false }  // which is seen by the next look
            if probe.hasMoved() == true { return true }
        }
        return false
    }

    /// Watches the file's folder, the real one behind symbolic links too.
    private mutating func follow() {
        if isFollowing, place.isTaken { probe = makeProbe(place.path) }
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE)
        let files = [place.path, realpath(place.path)]
        names = files.map { $0.split(separator: "/").last.map(String.init) ?? "" }
        for file in files { _ = inotify_add_watch(inotify, FolderLock.folder(of: file), events) }
    }

    private func realpath(_ path: String) -> String {
        guard let resolved = Glibc.realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Takes the events that have come; `false` if there were none of the file or of what SQLite keeps beside it.
    private func drain() -> Bool {
        var hasEvents = false
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
            while case let count = read(inotify, buffer.baseAddress, buffer.count), count > 0 {
                hasEvents = hasEvents || concernsFile(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        return hasEvents
    }

    /// Whether one of these events (inotify(7)) is of a file whose name begins as the file's does, or of no file in a folder.
    private func concernsFile(_ events: UnsafeRawBufferPointer) -> Bool {
        var rest = events
        let size = MemoryLayout<inotify_event>.size  // the name follows
        while rest.count >= size {
            let length = Int(rest.load(as: inotify_event.self).len)
            let name = rest.dropFirst(size).prefix(length).prefix { $0 != 0 }
            if name.isEmpty || names.contains(where: { name.starts(with: $0.utf8) }) { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(size + length))
        }
        return false
    }
}
