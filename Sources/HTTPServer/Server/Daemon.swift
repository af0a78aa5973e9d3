import CMicrohttpd
import Glibc
import Loop

/// libmicrohttpd in external epoll mode: its epoll descriptor is watched by the loop's, and it runs when something there is
/// ready, when a time-out of its own is due, or when we have done something to a connection. What it waits for holds it until
/// ``stop()``: weak references to what every request asks for would make each of its retains slow.
@SceneActor final class Daemon {
    /// How many more event streams may be opened.
    var freeStreams: Int
    /// What has come and gone.
    @exclusivity(unchecked) var counts = HTTPCounts()
    private var streamLimit: Int
    /// The bytes that are kept for clients.
    let memory: ByteAccount
    private var pointer: OpaquePointer?
    private var token: Poller.Token?
    private var wake: LoopTimer?
    private var isRunScheduled = false
    private var onBusy: (() -> Void)?
    private var busyRuns = 0
    /// So many runs in a row make a suspicion.
    private static let patience = 256

    init(streamLimit: Int, memory: ByteAccount) {
        freeStreams = streamLimit
        self.streamLimit = streamLimit
        self.memory = memory
    }

    /// Changes how many event streams may be open.
    func limitStreams(to limit: Int) {
        freeStreams += limit - streamLimit
        streamLimit = limit
    }

    /// Runs a daemon until ``stop()``. `onBusy` is told when there has been something to do at once, again and again.
    func start(_ daemon: OpaquePointer, onBusy: @escaping () -> Void) {
        pointer = daemon
        self.onBusy = onBusy
        token = EventLoop.shared.poller.watch(cmicrohttpd_epoll_descriptor(daemon), for: .readable) { _ in self.run() }
    }

    /// Takes a connection, and its descriptor with it.
    func add(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, _ size: socklen_t) {
        guard let pointer else { return _ = close(descriptor) }
        MHD_add_connection(pointer, descriptor, address, size)
        runSoon()
    }

    /// Runs libmicrohttpd before the turn ends.
    func runSoon() {
        guard !isRunScheduled else { return }
        isRunScheduled = true
        EventLoop.shared.atEndOfTurn(.send) { [self] in
            isRunScheduled = false
            run()
        }
    }

    func run() {
        guard let pointer else { return }
        MHD_run(pointer)
        wake?.cancel()
        wake = nil
        var milliseconds: UInt64 = 0
        guard MHD_get_timeout(pointer, &milliseconds) == .YES else { return busyRuns = 0 }
        busyRuns = milliseconds == 0 ? busyRuns + 1 : 0
        if busyRuns == Self.patience {
            busyRuns = 0
            onBusy?()
        }
        wake = EventLoop.shared.after(.milliseconds(Int(min(milliseconds, 60_000)))) { self.run() }
    }

    /// Stops, and closes every connection. None may be suspended.
    func stop() {
        guard let pointer else { return }
        self.pointer = nil
        onBusy = nil
        if let token { EventLoop.shared.poller.unwatch(token) }
        wake?.cancel()
        MHD_stop_daemon(pointer)
    }
}
