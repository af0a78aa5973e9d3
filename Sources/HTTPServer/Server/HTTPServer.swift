import Loop

/// An HTTP/1.1 server on the loop. It listens from ``start()`` until it is stopped or released.
///
///     let server = HTTPServer(configuration: configuration, handler: handler)
///     let port = try server.start()
@SceneActor package final class HTTPServer {
    private let connections: Connections
    private var listener: Listener?
    /// The end of the drain: the time by which running exchanges must have ended.
    private var end: ContinuousClock.Instant?

    /// The time for which a draining server still listens on a shared port. A client that has begun to connect has
    /// connected by then.
    private static let handOverTime = Duration.seconds(1)

    /// Makes a server. The memory that it holds for clients counts in `memory`, which has no limits by default.
    package init(
        configuration: HTTPConfiguration, memory: ByteAccount = ByteAccount(), handler: any HTTPHandler
    ) {
        connections = Connections(configuration: configuration, memory: memory, handler: handler)
    }

    isolated deinit {
        listener?.close()
        connections.close()
    }

    /// Starts to listen.
    ///
    /// - Returns: The port.
    package func start() throws(HTTPServerError) -> Int {
        let configuration = connections.configuration
        let daemon = connections.daemon
        let peers = connections.peers
        let listener = try Listener(configuration) { [connections] in
            let socket = RawSocket(descriptor: $0)
            guard peers.hasRoom(for: PeerNetwork($1)) else { return socket.end(with: connections.refusal) }
            daemon.add($0, from: $1, $2)
        }
        guard connections.start() else {
            listener.close()
            throw .cannotStart
        }
        connections.onChange = { [weak listener] in listener?.isFull = $0 }
        self.listener = listener
        return listener.port
    }

    /// The counts so far.
    package var counts: HTTPCounts { connections.daemon.counts }

    /// The number of open connections.
    package var connectionCount: Int { connections.count }

    /// Drops everything that the handler derived from request heads (``RequestHead/memo``).
    package func forgetHeads() { connections.heads.removeAll() }

    /// Changes the maximum number of event streams. Open streams count.
    package func limitStreams(to limit: Int) { connections.daemon.limitStreams(to: limit) }

    /// Accepts no new connections, and closes each connection after its next response. On a shared port, other
    /// processes take the new connections first.
    package func drain(for time: Duration) {
        guard end == nil else { return }
        end = .now + time
        connections.isDraining = true
        if listener?.leave() != true { listener?.close() }
    }

    /// Stops the server: drains, lets running exchanges end for a while, then ends the rest.
    package func stop() async {
        drain(for: connections.configuration.drainTimeout)
        guard let end else { return }
        if listener?.isOpen == true {
            await EventLoop.shared.pause(min(Self.handOverTime, (end - .now) / 2))
            listener?.close()
        }
        await connections.drain(until: end)
        connections.close()
    }
}
