import CMicrohttpd
import Loop

/// What libmicrohttpd tells of its connections: which are open, how long each may take, which exchanges run.
@SceneActor final class Connections {
    let configuration: HTTPConfiguration
    let handler: any HTTPHandler
    let daemon: Daemon
    let heads = HeadTable()
    let peers: PeerCounts
    /// Told whenever a connection came or went: whether as many are open as may be.
    var onChange: ((_ isFull: Bool) -> Void)?
    private var open: [OpaquePointer: Connection] = [:]
    private var sweep: LoopTimer?
    /// Whether every answer is the last on its connection.
    var isDraining = false
    /// Whether the server ends: what is asked from now on is refused, so that no request waits when it is over.
    private(set) var isStopping = false

    /// How long one who has connected has, while the server drains, before they are taken for nobody.
    private static let freshTime = Duration.milliseconds(500)
    /// How often the deadlines are looked at.
    private static let interval = Duration.seconds(1)
    /// The bytes that are kept for clients.
    var memory: ByteAccount { daemon.memory }

    init(configuration: HTTPConfiguration, memory: ByteAccount, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
        daemon = Daemon(streamLimit: configuration.streamLimit, memory: memory)
        peers = PeerCounts(
            limit: configuration.connectionsPerAddress, isLoopbackExempt: configuration.isLoopbackExempt)
    }

    /// How many connections are open.
    var count: Int { open.count }

    /// The exchanges that run.
    private var exchanges: [HTTPExchange] { open.values.compactMap { $0.running as? HTTPExchange } }

    /// A connection came.
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

    /// A connection went.
    func remove(_ pointer: OpaquePointer) {
        guard let connection = open.removeValue(forKey: pointer) else { return }
        connection.end()
        peers.remove(connection.network)
        onChange?(count >= configuration.connectionLimit)
    }

    /// A request line has been read.
    func begin(_ uri: UnsafePointer<CChar>, on connection: Connection) -> HTTPExchange {
        connection.deadline.begin(in: configuration.headTimeout)
        connection.isFresh = false
        let exchange = HTTPExchange(on: connection, hiding: HiddenQuery(in: uri), of: daemon)
        connection.running = exchange
        return exchange
    }

    /// libmicrohttpd is about to answer a request whose head it cannot take, and does not say which.
    func refuseHead(_ refusal: Refusal) {
        for exchange in exchanges where exchange.isHeadAtHand { exchange.refuse(refusal, of: self) }
    }

    /// libmicrohttpd has had something to do again and again. A line before a chunk that fills its memory is the one thing that it neither
    /// takes nor refuses: who sends one would keep it busy until the time is over.
    func lookForStuck() {
        for connection in open.values where connection.isStuck() {
            (connection.running as? HTTPExchange)?.refuse(.longChunkLine, of: self)
            connection.socket.discard()
            connection.socket.cut()
        }
    }

    /// Looks at the deadlines, once a second.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(Self.interval) { [self] in
            sweep = nil
            let now = ContinuousClock.now
            for connection in open.values { look(at: connection, now) }
            if !open.isEmpty { scheduleSweep() }
        }
    }

    private func look(at connection: Connection, _ now: ContinuousClock.Instant) {
        let isLate = connection.deadline.look(
            at: connection.socket, now, silence: configuration.idleTimeout, headTime: configuration.headTimeout)
        guard isLate else { return }
        let exchange = connection.running as? HTTPExchange
        exchange?.stream?.noteLateness()
        if connection.deadline.stage == .receiving { giveUp(connection, exchange) }
        connection.socket.cut()
    }

    /// A request has begun and does not come to its end: nothing has been answered yet, so this can be said. Without an exchange its
    /// head has not come whole.
    private func giveUp(_ connection: Connection, _ exchange: HTTPExchange?) {
        if let exchange { return _ = exchange.refuse(.late, of: self) }
        let response = response(to: .late)
        daemon.counts.note(status: response.status, bytes: 0)
        handler.noteRefusal(of: HTTPRequest(on: connection), status: response.status, bytes: response.count)
        _ = connection.socket.send(response.finalBytes(forHead: false))
    }

    /// What is said to a client whose address has as many connections as it may have.
    var refusal: [UInt8] {
        response(to: .crowd(of: configuration.connectionsPerAddress)).finalBytes(forHead: false)
    }

    /// The answer to a request that is refused before it is handled, with when to try again if that may help.
    func response(to refusal: Refusal) -> HTTPResponse {
        var response = handler.problem(
            status: refusal.status, code: refusal.code, detail: refusal.detail, limit: refusal.limit)
        if [429, 503].contains(refusal.status) { response.headers.append(("Retry-After", "5")) }
        return response
    }

    /// An exchange has ended.
    func finish(_ exchange: HTTPExchange) {
        exchange.connection.deadline.set(.resting, in: configuration.idleTimeout)
        exchange.connection.running = nil
        exchange.end()
    }

    /// The last answer on a connection of a server that ends.
    var farewell: HTTPResponse {
        var response = response(to: .stopping)
        response.headers.append(("Connection", "close"))
        return response
    }

    private var isBusy: Bool { open.values.contains { $0.running != nil } }

    /// Waits until every exchange has ended, or the time for that is over.
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
