import HTTPServer
import Loop

/// Responds in every possible way, and records events.
@SceneActor final class TestHandler: HTTPHandler {
    /// The events in order.
    let events: AsyncStream<String>
    private let notify: AsyncStream<String>.Continuation
    private var counts: [String: Int] = [:]
    private var streams: [HTTPStream] = []
    private var waiting: [HTTPExchange] = []
    private let sockets = Sockets()
    private var sippers: [Sipper] = []
    private lazy var large = PreparedResponse(HTTPResponse(status: 200, body: .bytes(Array(Self.numbers.utf8))))

    /// A text without repeated parts.
    nonisolated static let numbers = (0..<100_000).map(String.init).joined(separator: " ")

    init() {
        (events, notify) = AsyncStream.makeStream()
    }

    func bodyLimit(for request: HTTPRequest) -> BodyLimit {
        BodyLimit(readsBody(of: request) ? 8 << 20 : 64 * 1024, name: "body")
    }

    func readsBody(of request: HTTPRequest) -> Bool { request.path.hasPrefix("/pieces") }

    func problem(status: Int, code: String, detail: String, limit: String? = nil) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "text/plain")] + (limit.map { [("X-Limit", $0)] } ?? []),
            body: .bytes(Array(code.utf8)))
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        exchange.onCancel = { [weak self] in self?.record("cancelled") }
        switch request.path {
        case "/page": exchange.respond(Self.text(String(repeating: "x", count: 4096)))
        case "/big": exchange.respond(HTTPResponse(status: 200, body: .bytes(Self.zeros(64 << 20))))
        case "/large": exchange.respond(large)
        case "/late": answerLate(exchange)
        case "/soon":
            record("handling")
            EventLoop.shared.after(.milliseconds(1)) { exchange.respond(Self.text("soon")) }
        case "/never":
            waiting.append(exchange)
            record("handling")
        case "/stream": stream(exchange)
        case "/late/stream": EventLoop.shared.after(.milliseconds(20)) { [weak self] in self?.stream(exchange) }
        case "/burst":
            upgrade(exchange) { [sockets] socket in
                let burst = Burst(sockets)
                burst.id = sockets.adopt(socket, handler: burst)
            }
        case "/sip":
            upgrade(exchange) { [self] socket in
                let sipper = Sipper(sockets) { [weak self] in self?.record($0) }
                sipper.id = sockets.adopt(socket, handler: sipper)
                sippers.append(sipper)
            }
        case "/pieces": readPieces(of: exchange)
        case "/pieces/none": exchange.respond(HTTPResponse(status: 403, body: .bytes(Array("no".utf8))))
        case "/pieces/late": EventLoop.shared.after(.milliseconds(20)) { [weak self] in self?.readPieces(of: exchange) }
        case "/pieces/one": readPieces(of: exchange, atMost: 1)
        case "/dropped": upgrade(exchange) { _ in }
        case "/host": exchange.respond(Self.text(request.host ?? ""))
        case "/304": exchange.respond(HTTPResponse(status: 304, body: .omitted(77)))
        case "/counts": exchange.respond(Self.text(counts.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")))
        default: exchange.respond(Self.text("\(request.method) \(request.target) \(request.body.count)"))
        }
    }

    /// Sends to every stream.
    func write(_ text: String) {
        for stream in streams { stream.write(SharedBytes(Array(text.utf8))) }
    }

    /// Answers every exchange that waits.
    func answerAll(_ text: String) {
        for exchange in waiting { exchange.respond(Self.text(text)) }
        waiting = []
    }

    /// Has every socket that takes its bytes by and by go on.
    func sip() {
        for sipper in sippers { sipper.goOn() }
    }

    private func answerLate(_ exchange: HTTPExchange) {
        record("handling")
        EventLoop.shared.after(.milliseconds(300)) { exchange.respond(Self.text("late")) }
    }

    private func stream(_ exchange: HTTPExchange) {
        guard let stream = exchange.stream(status: 200, headers: [("Content-Type", "text/event-stream")]) else {
            return exchange.respond(problem(status: 503, code: "too-many-streams", detail: ""))
        }
        stream.onClose = { [weak self] in self?.record("closed") }
        streams.append(stream)
        record("streaming")
    }

    /// Reads a body in pieces, and answers with the number of its bytes and the size of its longest piece.
    private func readPieces(of exchange: HTTPExchange, atMost limit: Int = .max) {
        Task { @SceneActor in
            var (count, longest, pieces) = (0, 0, 0)
            do throws(HTTPBody.Lost) {
                while pieces < limit, let piece = try await exchange.body?.next() {
                    (count, longest, pieces) = (count + piece.count, max(longest, piece.count), pieces + 1)
                }
                exchange.respond(Self.text("\(count) \(longest)."))
            } catch {
                record("lost")
            }
        }
    }

    private func upgrade(_ exchange: HTTPExchange, onTaken: @escaping @SceneActor (TakenSocket) -> Void) {
        exchange.upgrade(headers: [("Upgrade", "probe")], onTaken: onTaken)
    }

    private func record(_ event: String) {
        counts[event, default: 0] += 1
        notify.yield(event)
    }

    /// Zeros, created in advance, because the loop also serves other tests.
    private static func zeros(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            bytes.baseAddress?.initialize(repeating: 0, count: count)
            initialized = count
        }
    }

    private static func text(_ text: String) -> HTTPResponse {
        HTTPResponse(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array(text.utf8)))
    }
}

/// Sends more than a socket takes, in one turn, and the rest when it has drained.
@SceneActor private final class Burst: SocketHandler {
    var id = SocketID.none
    private let sockets: Sockets
    private var isHeld = false

    init(_ sockets: Sockets) {
        self.sockets = sockets
    }

    func socket(_ id: SocketID, received bytes: inout UnsafeMutableRawBufferPointer) {
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        let chunk = SharedBytes([UInt8](repeating: 46, count: 64 * 1024))
        while sockets.queuedBytes(id) < 256 * 1024 { sockets.send(id, chunk) }
        isHeld = true
    }

    func socketDrained(_ id: SocketID) {
        if isHeld { sockets.send(id, SharedBytes(Array("DRAINED".utf8))) }
        isHeld = false
    }

    func socketClosed(_ id: SocketID) {}
}
