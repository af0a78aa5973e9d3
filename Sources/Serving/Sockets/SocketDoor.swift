import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

/// Scenes by WebSocket, `GET /-/socket`: the handshake, and the life of the sockets.
@SceneActor final class SocketDoor {
    private let room: SocketRoom
    private var sessions: [SocketID: SocketSession] = [:]
    private var sweep: LoopTimer?

    private static let ping = SharedBytes(FrameWriter.frame(.ping, []))

    init(room: SocketRoom) {
        self.room = room
    }

    /// Turns a request into a socket (RFC 6455 section 4.2).
    func accept(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let handshake: Handshake
        do {
            handshake = try Handshake(
                method: request.method, version: request.version, subprotocols: ["oriel.v1"],
                header: { request.header($0) })
        } catch {
            throw Problem(
                status: error.status, code: "handshake", message: error.message,
                headers: error.fields.map { ($0.name, $0.value) })
        }
        guard sessions.count < room.settings.socketLimit else {
            throw Problem(
                status: 503, code: "too-many-sockets", message: "Too many sockets are open. Try again later.",
                headers: [("Retry-After", "5")])
        }
        // Headers can be sent with the handshake only: a visitor without a session is given one, in case it is needed.
        let visitor = room.visitors.ticket(of: request)
        let seat = try room.limits.open(.sockets, of: visitor.address)
        let headers = handshake.fields.map { ($0.name, $0.value) } + room.visitors.lastingCookie(for: visitor)
        exchange.upgrade(headers: headers) { [weak self] socket in self?.adopt(socket, visitor, seat) }
    }

    /// Closes every socket with a code, as at the end of the service. Returns when all are closed, or at the deadline.
    func closeAll(_ code: CloseCode, reason: String, deadline: ContinuousClock.Instant) async {
        sweep?.cancel()
        for session in sessions.values { session.close(code, reason: reason) }
        while !sessions.isEmpty, ContinuousClock.now < deadline {
            await withCheckedContinuation { continuation in
                EventLoop.shared.after(.milliseconds(20)) { continuation.resume() }
            }
        }
    }

    private func adopt(_ socket: TakenSocket, _ visitor: SessionTicket, _ seat: Seat) {
        let session = SocketSession(room: room, visitor: visitor, seat: seat) { [weak self] id in
            self?.sessions[id] = nil
        }
        session.id = room.sockets.adopt(socket, handler: session)
        sessions[session.id] = session
        scheduleSweep()
    }

    /// Asks each silent socket whether it is there, and closes those that were asked and did not answer.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(room.settings.heartbeat * 2) { [weak self] in
            guard let self else { return }
            sweep = nil
            for session in sessions.values { session.checkAlive(ping: Self.ping) }
            if !sessions.isEmpty { scheduleSweep() }
        }
    }
}
