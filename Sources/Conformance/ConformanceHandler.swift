import HTTPServer
import JSON
import Loop
import Serving
import WebSockets

/// The handler of `oriel-conformance serve`: echoes WebSocket messages and JSON.
@SceneActor final class ConformanceHandler: HTTPHandler {
    private let sockets = Sockets()
    private let compressor = Compressor(threshold: 1)

    func bodyLimit(for request: HTTPRequest) -> BodyLimit { BodyLimit(64 << 20, name: "body") }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if request.path.hasPrefix("/echo") {
            echo(request, exchange)
        } else if request.path == "/json", request.method == "POST" {
            mirror(request, exchange)
        } else {
            exchange.respond(problem(status: 404, code: "not-found", detail: "Unknown path. Use /echo or POST /json."))
        }
    }

    func problem(status: Int, code: String, detail: String, limit: String? = nil) -> HTTPResponse {
        let body: JSON = ["status": .int(Int64(status)), "code": .string(code), "detail": .string(detail)]
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/problem+json")], body: .bytes(body.bytes))
    }

    private func mirror(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        do {
            let value = try JSON(parsing: request.body, options: ConformanceLines.options)
            exchange.respond(
                HTTPResponse(status: 200, headers: [("Content-Type", "application/json")], body: .bytes(value.bytes)))
        } catch {
            exchange.respond(problem(status: 400, code: "invalid-json", detail: "\(error)"))
        }
    }

    private func echo(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        do {
            let handshake = try Handshake(method: request.method, version: request.version, compresses: true) {
                request.header($0)
            }
            exchange.upgrade(headers: handshake.fields.map { ($0.name, $0.value) }) { [sockets, compressor] socket in
                let session = EchoSession(sockets: sockets, compressor: compressor, deflate: handshake.deflate)
                session.id = sockets.adopt(socket, handler: session)
            }
        } catch {
            var response = problem(status: error.status, code: "handshake", detail: error.message)
            response.headers += error.fields.map { ($0.name, $0.value) }
            exchange.respond(response)
        }
    }
}

/// A socket that echoes every message, compressed if that was negotiated.
@SceneActor private final class EchoSession: SocketHandler {
    var id = SocketID.none
    private let sockets: Sockets
    private let compressor: Compressor
    private let deflate: DeflateAgreement?
    /// The most bytes that may wait for a client before its next message is echoed.
    private static let queueLimit = 1024 * 1024
    private var connection: WebSocketConnection

    init(sockets: Sockets, compressor: Compressor, deflate: DeflateAgreement?) {
        self.sockets = sockets
        self.compressor = compressor
        self.deflate = deflate
        // Some clients end a message with a separate empty frame: one more than 65,536.
        connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: 16 * 1024 * 1024, maxFragments: 65_537),
            inflater: deflate == nil ? nil : compressor.inflater)
    }

    func socket(_ id: SocketID, received rest: inout UnsafeMutableRawBufferPointer) {
        // If the client does not read, nothing more is read from it.
        while sockets.queuedBytes(id) <= Self.queueLimit, let action = connection.next(&rest) {
            switch action {
            case .text(let payload): echo(.text, payload)
            case .binary(let payload): echo(.binary, payload)
            case .pong: break
            case .send(let frame): send(frame)
            case .end(_, let frame):
                if !frame.isEmpty { send(frame) }
                sockets.close(id, afterFlush: true)
            }
        }
    }

    private func echo(_ opcode: FrameOpcode, _ payload: FramePayload) {
        guard let deflate else { return send(payload.withBytes { FrameWriter.frame(opcode, $0) }) }
        let fragment = compressor.fragment(of: payload.array, windowBits: deflate.windowBits)
        send(FrameWriter.frame(opcode, compressed: fragment))
    }

    func socketDrained(_ id: SocketID) { sockets.resume(id) }

    func socketClosed(_ id: SocketID) {}

    private func send(_ frame: [UInt8]) {
        sockets.send(id, SharedBytes(frame))
    }
}
