import CMicrohttpd
import Loop

/// The open connections of libmicrohttpd, with their deadlines and exchanges.
@SceneActor final class Connections {
    let configuration: HTTPConfiguration
    let handler: any HTTPHandler
    let daemon: Daemon
    let heads = HeadTable()
    let peers: PeerCounts
    /// Called when a connection has opened or closed, with whether the limit is reached.
    var onChange: ((_ isFull: Bool) -> Void)?
    private var open: [OpaquePointer: Connection] = [:]
    private var sweep: LoopTimer?
    /// Whether every response is the last one on its connection.
    var isDraining = false
    /// Whether the server stops. New requests are refused, so that none waits after the end.
    private(set) var isStopping = false

    /// The time for which a new connection may send its first request while the server drains.
    private static let freshTime = Duration.milliseconds(500)
    /// The time between two checks of the deadlines.
    private static let interval = Duration.seconds(1)
    /// The memory that is held for clients.
    var memory: ByteAccount { daemon.memory }

    init(configuration: HTTPConfiguration, memory: ByteAccount, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        daemon = Daemon(streamLimit: configuration.streamLimit, memory: memory)
        peers = PeerCounts(
            limit: configuration.connectionsPerAddress, isLoopbackExempt: configuration.isLoopbackExempt)
    }

    /// The number of open connections.
    var count: Int { open.count }

    /// The running exchanges.
    private var exchanges: [HTTPExchange] { open.values.compactMap { $0.running as? HTTPExchange } }

    /// Adds a new connection.
    func add(_ pointer: OpaquePointer) -> Connection {
        let connection = Connection(pointer)
        connection.deadline.set(.waiting, in: configuration.headTimeout)
        open[pointer] = connection
        peers.add(connection.network)
        daemon.counts.connections += 1
        scheduleSweep()
        onChange?(count >= configuration.connectionLimit)
        return connection
    }

    /// Removes a closed connection.
    func remove(_ pointer: OpaquePointer) {
        guard let connection = open.removeValue(forKey: pointer) else { return }
        connection.end()
        peers.remove(connection.network)
        onChange?(count >= configuration.connectionLimit)
    }

    /// Begins an exchange, because a request line has been read.
    func begin(_ uri: UnsafePointer<CChar>, on connection: Connection) -> HTTPExchange {
        connection.deadline.begin(in: configuration.headTimeout)
        connection.isFresh = false
        let exchange = HTTPExchange(on: connection, hiding: HiddenQuery(in: uri), of: daemon)
        connection.running = exchange
        return exchange
    }

    /// Refuses a request whose head libmicrohttpd cannot process. libmicrohttpd does not say which request it is.
    func refuseHead(_ refusal: Refusal) {
        for exchange in exchanges where exchange.isHeadAtHand { exchange.refuse(refusal, of: self) }
    }

    /// Refuses stuck requests, because libmicrohttpd was busy many times in a row. It neither accepts nor refuses a
    /// line before a chunk that fills its memory. Such a request would keep it busy until the deadline.
    func lookForStuck() {
        for connection in open.values where connection.isStuck() {
            (connection.running as? HTTPExchange)?.refuse(.longChunkLine, of: self)
            connection.socket.discard()
            connection.socket.cut()
        }
    }

    /// Checks the deadlines once a second.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(Self.interval) { [self] in
            sweep = nil
            let now = ContinuousClock.now
            for connection in open.values { check(at: connection, now) }
            if !open.isEmpty { scheduleSweep() }
        }
    }

    private func check(at connection: Connection, _ now: ContinuousClock.Instant) {
        let isLate = connection.deadline.check(
            at: connection.socket, now, silence: configuration.idleTimeout, headTime: configuration.headTimeout)
        guard isLate else { return }
        let exchange = connection.running as? HTTPExchange
        exchange?.stream?.recordLateness()
        if connection.deadline.stage == .receiving { giveUp(connection, exchange) }
        connection.socket.cut()
    }

    /// Refuses a request that is not complete in time. No response has begun yet, so a 408 can be sent. Without an
    /// exchange, the head of the request is not complete either.
    private func giveUp(_ connection: Connection, _ exchange: HTTPExchange?) {
        if let exchange { return _ = exchange.refuse(.late, of: self) }
        let response = response(to: .late)
        daemon.counts.record(status: response.status, bytes: 0)
        handler.recordRefusal(of: HTTPRequest(on: connection), status: response.status, bytes: response.count)
        _ = connection.socket.send(response.finalBytes(forHead: false))
    }

    /// The response to a client whose address has reached its limit of connections.
    var refusal: [UInt8] {
        response(to: .crowd(of: configuration.connectionsPerAddress)).finalBytes(forHead: false)
    }

    /// Makes the response to a refused request, with `Retry-After` if a retry may help.
    func response(to refusal: Refusal) -> HTTPResponse {
        var response = handler.problem(
            status: refusal.status, code: refusal.code, detail: refusal.detail, limit: refusal.limit)
        if [429, 503].contains(refusal.status) { response.headers.append(("Retry-After", "5")) }
        return response
    }

    /// Ends an exchange.
    func finish(_ exchange: HTTPExchange) {
        exchange.connection.deadline.set(.resting, in: configuration.idleTimeout)
        exchange.connection.running = nil
        exchange.end()
    }

    /// The last response on a connection when the server stops.
    var farewell: HTTPResponse {
        var response = response(to: .stopping)
        response.headers.append(("Connection", "close"))
        return response
    }

    private var isBusy: Bool { open.values.contains { $0.running != nil } }

    /// Waits until every exchange has ended, or until `end`.
    func drain(until end: ContinuousClock.Instant) async {
        let freshEnd = min(end, .now + Self.freshTime)
        daemon.run()
        while ContinuousClock.now < end,
            isBusy || (ContinuousClock.now < freshEnd && open.values.contains(where: \.isFresh))
        {
            for stream in exchanges.compactMap(\.stream) where stream.time == nil { stream.close() }
            await EventLoop.shared.pause(.milliseconds(10))
            daemon.run()
        }
    }

    /// Ends every exchange and closes every connection.
    func close() {
        isStopping = true
        for exchange in exchanges { exchange.abandon(self) }
        daemon.run()
        daemon.stop()
    }
}
