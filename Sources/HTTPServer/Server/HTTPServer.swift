import Loop

/// An HTTP/1.1 server on the loop. It listens from ``start()`` until it is stopped, or until nobody holds it.
///
///     let server = HTTPServer(configuration: configuration, handler: handler)
///     let port = try server.start()
@SceneActor package final class HTTPServer {
    private let connections: Connections
    private var listener: Listener?
    /// Until when running exchanges may end, once the server drains.
    private var end: ContinuousClock.Instant?

    /// How long a port that others share is still listened on: who has begun to connect, has connected by then.
    private static let handOverTime = Duration.seconds(1)

    /// A server that has what it keeps for its clients in an account, without limits unless there is another.
    package init(
        configuration: HTTPConfiguration, memory: ByteAccount = ByteAccount(), handler: any HTTPHandler
    ) {
        connections = Connections(configuration: configuration, memory: memory, handler: handler)
    }

    isolated deinit {
        listener?.close()
        connections.close()
    }

    /// Listens.
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

    /// What has come and gone so far.
    package var counts: HTTPCounts { connections.daemon.counts }

    /// How many connections are open.
    package var connectionCount: Int { connections.count }

    /// Forgets what the handler has worked out from the heads of requests (``RequestHead/memo``).
    package func forgetHeads() { connections.heads.removeAll() }

    /// How many event streams may be opened from now on, those that are open included.
    package func limitStreams(to limit: Int) { connections.daemon.limitStreams(to: limit) }

    /// Takes no new connection from now on, and answers what is asked on those that there are for the last time. A port
    /// that others share is left to them first.
    package func drain(for time: Duration) {
        guard end == nil else { return }
        end = .now + time
        connections.isDraining = true
        if listener?.leave() != true { listener?.close() }
    }

    /// Stops: drains, lets running exchanges end for a while, ends the rest.
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
