import Loop

/// An HTTP/1.1 server on the loop. It listens from ``start()`` until it is stopped, or until nobody holds it.
///
///     let server = HTTPServer(configuration: configuration, handler: handler)
///     let port = try server.start()
@SceneActor package final class HTTPServer {
    private let connections: Connections
    private var listener: Listener?

    package init(configuration: HTTPConfiguration, handler: any HTTPHandler) {
        connections = Connections(configuration: configuration, handler: handler)
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
        let listener = try Listener(configuration) { [weak connections] in
            let socket = RawSocket(descriptor: $0)
            guard peers.hasRoom(for: PeerNetwork($1)) else { return socket.end(with: connections?.refusal ?? []) }
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

    /// Stops: takes no new connection, lets running exchanges end for a while, ends the rest.
    package func stop() async {
        listener?.close()
        await connections.drain()
        connections.close()
    }
}
