import CMicrohttpd
import Loop

/// What libmicrohttpd tells of its connections: which are open, how long each may take, which exchanges run.
@SceneActor final class Connections {
    let configuration: HTTPConfiguration
    let handler: any HTTPHandler
    let daemon: Daemon
    let deadlines: Deadlines
    let peers: PeerCounts
    /// Told whenever a connection came or went: whether as many are open as may be.
    var onChange: ((_ isFull: Bool) -> Void)?
    private(set) var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    /// Whether every answer is the last on its connection.
    var isDraining = false
    /// Whether the server ends: what is asked from now on is refused, so that no request waits when it is over.
    private(set) var isStopping = false
    /// The connections that nothing has been asked on yet.
    private var fresh: Set<OpaquePointer> = []

    /// How long one who has connected has, while the server drains, before they are taken for nobody.
    private static let freshTime = Duration.milliseconds(500)
    /// How many bytes of request bodies are kept now.
    var bodyBytes = 0

    init(configuration: HTTPConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        daemon = Daemon(streamLimit: configuration.streamLimit, streamMemory: configuration.streamMemory)
        deadlines = Deadlines(silence: configuration.idleTimeout, headTime: configuration.headTimeout)
        peers = PeerCounts(
            limit: configuration.connectionsPerAddress, isLoopbackExempt: configuration.isLoopbackExempt)
        deadlines.onLateRequest = { [weak self] in self?.giveUp($0) }
    }

    /// A connection came or went.
    func connection(_ connection: OpaquePointer, didStart: Bool) {
        if didStart {
            deadlines.set(connection, .waiting, in: configuration.headTimeout)
            fresh.insert(connection)
            peers.add(connection)
            daemon.counts.connections += 1
        } else {
            deadlines.remove(connection)
            fresh.remove(connection)
            peers.remove(connection)
        }
        onChange?(deadlines.count >= configuration.connectionLimit)
    }

    /// A request line has been read.
    func begin(_ uri: UnsafePointer<CChar>, _ connection: OpaquePointer) -> HTTPExchange {
        deadlines.set(connection, .receiving, in: configuration.headTimeout)
        fresh.remove(connection)
        let exchange = HTTPExchange(request: HTTPRequest(uri: uri, connection: connection), daemon: daemon)
        exchanges[ObjectIdentifier(exchange)] = exchange
        return exchange
    }

    /// libmicrohttpd is about to answer a request whose Content-Length is no number, and does not say which.
    func refuseBadLengths() {
        for exchange in exchanges.values where exchange.hasBadLength { exchange.refuse(.badLength, of: self) }
    }

    /// A request has begun and does not come to its end: nothing has been answered yet, so this can be said.
    private func giveUp(_ connection: OpaquePointer) {
        daemon.counts.note(status: 408, bytes: 0)
        let response = handler.problem(
            status: 408, code: "request-timeout", detail: "The request took too long to come.", limit: nil)
        _ = RawSocket(descriptor: cmicrohttpd_descriptor(connection)).send(response.finalBytes(forHead: false))
    }

    /// What is said to a client whose address has as many connections as it may have.
    var refusal: [UInt8] {
        var response = handler.problem(
            status: 429, code: "too-many-connections",
            detail: "Your address has \(configuration.connectionsPerAddress) connections open. Close some of them.",
            limit: "connectionsPerAddress")
        response.headers.append(("Retry-After", "5"))
        return response.finalBytes(forHead: false)
    }

    /// An exchange has ended.
    func finish(_ exchange: HTTPExchange, _ connection: OpaquePointer) {
        deadlines.set(connection, .resting, in: configuration.idleTimeout)
        bodyBytes -= exchange.keptBytes
        exchanges[ObjectIdentifier(exchange)] = nil
        exchange.end()
    }

    /// The last answer on a connection of a server that ends.
    var farewell: HTTPResponse {
        var response = handler.problem(status: 503, code: "stopping", detail: "The server is stopping.", limit: nil)
        response.headers.append(("Connection", "close"))
        return response
    }

    /// Waits until every exchange has ended, or the time for that is over.
    func drain(until end: ContinuousClock.Instant) async {
        let freshEnd = min(end, .now + Self.freshTime)
        daemon.run()
        while ContinuousClock.now < end, !exchanges.isEmpty || (!fresh.isEmpty && ContinuousClock.now < freshEnd) {
            for stream in exchanges.values.compactMap(\.stream) where stream.time == nil { stream.close() }
            await EventLoop.shared.pause(.milliseconds(10))
            daemon.run()
        }
    }

    /// Ends every exchange and closes every connection.
    func close() {
        isStopping = true
        for exchange in exchanges.values { exchange.abandon(with: farewell) }
        daemon.run()
        daemon.stop()
    }
}
