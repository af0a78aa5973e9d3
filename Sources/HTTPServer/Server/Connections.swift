import CMicrohttpd
import Loop

/// What libmicrohttpd tells of its connections: which are open, how long each may take, which exchanges run.
@SceneActor final class Connections {
    let configuration: HTTPConfiguration
    let handler: any HTTPHandler
    let daemon: Daemon
    let deadlines = Deadlines()
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

    init(configuration: HTTPConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        daemon = Daemon(streamLimit: configuration.streamLimit)
    }

    /// A connection came or went.
    func connection(_ connection: OpaquePointer, didStart: Bool) {
        if didStart {
            deadlines.set(connection, in: configuration.headTimeout)
            fresh.insert(connection)
            daemon.counts.connections += 1
        } else {
            deadlines.remove(connection)
            fresh.remove(connection)
        }
        onChange?(deadlines.count >= configuration.connectionLimit)
    }

    /// A request line has been read.
    func begin(_ uri: UnsafePointer<CChar>, _ connection: OpaquePointer) -> HTTPExchange {
        deadlines.set(connection, in: configuration.headTimeout)
        fresh.remove(connection)
        let exchange = HTTPExchange(request: HTTPRequest(uri: uri, connection: connection), daemon: daemon)
        exchanges[ObjectIdentifier(exchange)] = exchange
        return exchange
    }

    /// libmicrohttpd is about to answer a request whose Content-Length is no number, and does not say which.
    func refuseBadLengths() {
        for exchange in exchanges.values where exchange.hasBadLength { exchange.refuse(.badLength, of: self) }
    }

    /// An exchange has ended.
    func finish(_ exchange: HTTPExchange, _ connection: OpaquePointer) {
        deadlines.set(connection, in: configuration.idleTimeout + configuration.headTimeout)
        exchanges[ObjectIdentifier(exchange)] = nil
        exchange.end()
    }

    /// The last answer on a connection of a server that ends.
    var farewell: HTTPResponse {
        var response = handler.problem(status: 503, code: "stopping", detail: "The server is stopping.")
        response.headers.append(("Connection", "close"))
        return response
    }

    /// Waits until every exchange has ended, or the time for that is over.
    func drain(until end: ContinuousClock.Instant) async {
        let freshEnd = min(end, .now + Self.freshTime)
        daemon.run()
        while ContinuousClock.now < end, !exchanges.isEmpty || (!fresh.isEmpty && ContinuousClock.now < freshEnd) {
            for exchange in exchanges.values { exchange.stream?.close() }
            await pause(.milliseconds(10))
            daemon.run()
        }
    }

    /// Lets time pass.
    func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(time) { continuation.resume() }
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
