import CMicrohttpd
import Glibc
import Loop

/// An HTTP/1.1 server on the loop: libmicrohttpd in external epoll mode, its epoll descriptor watched by the loop's.
///
///     let server = HTTPServer(configuration: configuration, handler: handler)
///     let port = try server.start()
@SceneActor package final class HTTPServer {
    let configuration: HTTPConfiguration
    let handler: any HTTPHandler
    var streamCount = 0

    private var daemon: OpaquePointer?
    private var listener: Int32 = -1
    private var token: Poller.Token?
    private var wake: LoopTimer?
    private var isRunScheduled = false
    private var deadlines = Deadlines()
    private var sweep: LoopTimer?
    private var exchanges: [ObjectIdentifier: HTTPExchange] = [:]

    package init(configuration: HTTPConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
    }

    /// Listens.
    ///
    /// - Returns: The port.
    package func start() throws(HTTPServerError) -> Int {
        let (descriptor, port) = try ListenSocket.open(host: configuration.host, port: configuration.port)
        listener = descriptor
        guard let daemon = DaemonCallbacks.start(self, listener: descriptor) else {
            close(descriptor)
            throw .cannotStart
        }
        self.daemon = daemon
        token = EventLoop.shared.poller.watch(cmicrohttpd_epoll_descriptor(daemon), for: .readable) { [weak self] _ in
            self?.run()
        }
        return port
    }

    /// Stops: takes no new connection, lets running exchanges end for a while, ends the rest.
    package func stop() async {
        guard let daemon else { return }
        _ = MHD_quiesce_daemon(daemon)
        close(listener)
        for exchange in exchanges.values { exchange.stream?.close() }
        await drain()
        for exchange in exchanges.values { exchange.abandon() }
        run()
        if let token { EventLoop.shared.poller.unwatch(token) }
        self.daemon = nil
        wake?.cancel()
        sweep?.cancel()
        MHD_stop_daemon(daemon)
    }

    /// Waits until every exchange has ended, or the time for that is over.
    private func drain() async {
        let end = ContinuousClock.now + configuration.drainTimeout
        while !exchanges.isEmpty, ContinuousClock.now < end {
            await withCheckedContinuation { continuation in
                EventLoop.shared.after(.milliseconds(10)) { continuation.resume() }
            }
            run()
        }
    }

    var mayOpenStream: Bool { streamCount < configuration.streamLimit }

    /// Runs libmicrohttpd before the turn ends.
    func runSoon() {
        guard !isRunScheduled else { return }
        isRunScheduled = true
        EventLoop.shared.atEndOfTurn(.send) { [weak self] in
            self?.isRunScheduled = false
            self?.run()
        }
    }

    private func run() {
        guard let daemon else { return }
        MHD_run(daemon)
        wake?.cancel()
        wake = nil
        var milliseconds: UInt64 = 0
        guard MHD_get_timeout(daemon, &milliseconds) == .YES else { return }
        wake = EventLoop.shared.after(.milliseconds(Int(min(milliseconds, 60_000)))) { [weak self] in self?.run() }
    }
}

extension HTTPServer {
    /// A connection came or went.
    func connection(_ connection: OpaquePointer, didStart: Bool) {
        deadlines.set(connection, didStart ? .now + configuration.headTimeout : nil, isOpen: didStart)
        if didStart, sweep == nil { scheduleSweep() }
    }

    /// A request line has been read.
    func begin(_ uri: String, _ connection: OpaquePointer) -> HTTPExchange {
        deadlines.set(connection, .now + configuration.requestTimeout)
        let exchange = HTTPExchange(request: HTTPRequest(uri: uri, connection: connection), server: self)
        exchanges[ObjectIdentifier(exchange)] = exchange
        return exchange
    }

    /// An exchange has ended.
    func finish(_ exchange: HTTPExchange, _ connection: OpaquePointer) {
        deadlines.set(connection, .now + configuration.idleTimeout + configuration.headTimeout)
        exchanges[ObjectIdentifier(exchange)] = nil
        exchange.end()
    }

    /// The request is complete: from now on the time is ours.
    func requestIsComplete(on connection: OpaquePointer) {
        deadlines.set(connection, nil)
    }

    /// Cuts connections whose requests do not get complete in time: libmicrohttpd's own limit is of silence only.
    private func scheduleSweep() {
        sweep = EventLoop.shared.after(.seconds(1)) { [weak self] in
            guard let self else { return }
            sweep = nil
            for connection in deadlines.overdue() { shutdown(cmicrohttpd_descriptor(connection), Int32(SHUT_RDWR)) }
            if !deadlines.isEmpty { scheduleSweep() }
        }
    }
}

/// When each open connection has to have its request complete.
private struct Deadlines {
    private var connections: [OpaquePointer: ContinuousClock.Instant?] = [:]

    var isEmpty: Bool { connections.isEmpty }

    mutating func set(_ connection: OpaquePointer, _ deadline: ContinuousClock.Instant?, isOpen: Bool = true) {
        if isOpen { connections[connection] = .some(deadline) } else { connections[connection] = nil }
    }

    func overdue() -> [OpaquePointer] {
        let now = ContinuousClock.now
        return connections.compactMap { connection, deadline in (deadline.map { $0 < now } ?? false) ? connection : nil
        }
    }
}
