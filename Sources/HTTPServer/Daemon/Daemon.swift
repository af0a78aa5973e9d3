import CMicrohttpd
import Glibc
import Loop

/// libmicrohttpd in external epoll mode. The loop watches its epoll descriptor and runs it when that is ready, when a
/// timeout of libmicrohttpd is due, or after a change to a connection. The watch and the timer hold the daemon strongly
/// until ``stop()``, because weak references would slow down every retain on the path of a request.
@SceneActor final class Daemon {
    /// The number of event streams that can still be opened.
    var freeStreams: Int
    /// The counts of connections, responses and bytes.
    @exclusivity(unchecked) var counts = HTTPCounts()
    private var streamLimit: Int
    /// The memory that is held for clients.
    let memory: ByteAccount
    private var pointer: OpaquePointer?
    private var token: Poller.Token?
    private var wake: LoopTimer?
    private var isRunScheduled = false
    private var onBusy: (() -> Void)?
    private var busyRuns = 0
    /// The number of busy runs in a row after which `onBusy` is called.
    private static let patience = 256
    private var delayed: [@SceneActor () -> Void] = []
    private static let delay = Duration.milliseconds(10)

    init(streamLimit: Int, memory: ByteAccount) {
        freeStreams = streamLimit
        self.streamLimit = streamLimit
        self.memory = memory
    }

    /// Changes the maximum number of event streams.
    func limitStreams(to limit: Int) {
        freeStreams += limit - streamLimit
        streamLimit = limit
    }

    /// Runs a daemon until ``stop()``. Calls `onBusy` when the daemon was busy many times in a row.
    func start(_ daemon: OpaquePointer, onBusy: @escaping () -> Void) {
        pointer = daemon
        self.onBusy = onBusy
        token = EventLoop.shared.poller.watch(cmicrohttpd_epoll_descriptor(daemon), for: .readable) { _ in self.run() }
    }

    /// Adds a connection and takes ownership of its descriptor.
    func add(_ descriptor: Int32, from address: UnsafePointer<sockaddr>, _ size: socklen_t) {
        guard let pointer else { return _ = close(descriptor) }
        MHD_add_connection(pointer, descriptor, address, size)
        runSoon()
    }

    /// Runs a body some milliseconds later, with one timer for all bodies.
    func runLater(_ body: @escaping @SceneActor () -> Void) {
        delayed.append(body)
        guard delayed.count == 1 else { return }
        EventLoop.shared.after(Self.delay) { [self] in
            let due = delayed
            delayed = []
            for body in due { body() }
        }
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

    /// Stops the daemon and closes all connections. None may be suspended.
    func stop() {
        guard let pointer else { return }
        self.pointer = nil
        onBusy = nil
        if let token { EventLoop.shared.poller.unwatch(token) }
        wake?.cancel()
        MHD_stop_daemon(pointer)
    }
}
