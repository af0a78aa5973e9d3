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
    /// Whether the server ends: what is asked from now on is refused, so that no request waits when it is over.
    private(set) var isStopping = false

    init(configuration: HTTPConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        daemon = Daemon(streamLimit: configuration.streamLimit)
    }

    /// A connection came or went.
    func connection(_ connection: OpaquePointer, didStart: Bool) {
        if didStart { deadlines.set(connection, in: configuration.headTimeout) } else { deadlines.remove(connection) }
        onChange?(deadlines.count >= configuration.connectionLimit)
    }

    /// A request line has been read.
    func begin(_ uri: UnsafePointer<CChar>, _ connection: OpaquePointer) -> HTTPExchange {
        deadlines.set(connection, in: configuration.headTimeout)
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

    /// Refuses new requests, and waits until every exchange has ended, or the time for that is over.
    func drain() async {
        isStopping = true
        let end = ContinuousClock.now + configuration.drainTimeout
        while !exchanges.isEmpty, ContinuousClock.now < end {
            for exchange in exchanges.values { exchange.stream?.close() }
            await withCheckedContinuation { continuation in
                EventLoop.shared.after(.milliseconds(10)) { continuation.resume() }
            }
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
