import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

/// Scenes by WebSocket, `GET /-/socket`: the handshake, and the life of the sockets.
@SceneActor final class SocketDoor {
    private let room: SocketRoom
    private var sweep: LoopTimer?

    /// What can be asked here, for `Allow`: a socket has no head to be asked for alone.
    static let methods = "GET, OPTIONS"

    private static let ping = SharedBytes(FrameWriter.frame(.ping, []))

    init(room: SocketRoom) {
        self.room = room
    }

    /// How many sockets are open.
    var count: Int { room.sockets.count }
    /// How many scenes they watch, each for itself. O(sockets).
    var watchCount: Int { sessions.reduce(0) { $0 + $1.watches.count } }
    /// What waits to be sent. O(sockets).
    var backlog: Sockets.Backlog { room.sockets.backlog }
    /// The bytes that were sent and received.
    var traffic: (sent: Int, received: Int) { room.sockets.traffic }

    /// Turns a request into a socket (RFC 6455 section 4.2).
    func accept(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard !room.service.isDraining else {
            throw Problem(
                status: 503, code: "stopping", message: "The server is stopping.", headers: [("Retry-After", "1")])
        }
        let handshake: Handshake
        do {
            handshake = try Handshake(
                method: request.method, version: request.version, subprotocols: ["oriel.v1"],
                compresses: room.service.compressor != nil, header: { request.header($0) })
        } catch {
            throw Problem(
                status: error.status, code: "handshake", message: error.message,
                headers: error.fields.map { ($0.name, $0.value) })
        }
        guard count < room.service.settings.socketLimit else {
            throw .tooMany(.sockets)
        }
        // Headers can be sent with the handshake only: a visitor without a session is given one, in case it is needed.
        let visitor = room.visitors.ticket(of: request)
        let seat = try room.service.limits.open(
            .sockets, of: visitor.address, limit: room.service.settings.socketsPerAddress)
        let headers = handshake.fields.map { ($0.name, $0.value) } + room.visitors.lastingCookie(for: visitor)
        exchange.upgrade(headers: headers) { [weak self] socket in self?.adopt(socket, visitor, seat, handshake.deflate)
        }
    }

    /// Has the sockets that are open keep to other settings; with another `heartbeat` their pings begin anew.
    func follow(_ change: SettingsChange) {
        for session in sessions { session.follow(room.service.settings) }
        guard change.taken.contains("heartbeat"), sweep != nil else { return }
        sweep?.cancel()
        sweep = nil
        scheduleSweep()
    }

    /// Sends every socket away, as at the end of the service, each when its requests are answered; those that wait for more
    /// than that go at the deadline. Returns when all are closed.
    func closeAll(deadline: ContinuousClock.Instant) async {
        sweep?.cancel()
        for session in sessions { session.leave() }
        await pause(until: deadline)
        for session in sessions { session.sendAway() }
        if count > 0 { await pause(until: .now + .milliseconds(100)) }
    }

    private var sessions: [SocketSession] { room.sockets.handlers.compactMap { $0 as? SocketSession } }

    private func pause(until deadline: ContinuousClock.Instant) async {
        while count > 0, ContinuousClock.now < deadline {
            await EventLoop.shared.pause(.milliseconds(20))
        }
    }

    private func adopt(
        _ socket: TakenSocket, _ visitor: SessionTicket, _ seat: AddressLimits.Seat?, _ deflate: DeflateAgreement?
    ) {
        let session = SocketSession(room: room, visitor: visitor, seat: seat, deflate: deflate)
        session.id = room.sockets.adopt(socket, handler: session, for: visitor.share)
        scheduleSweep()
        if room.service.isDraining { session.leave() }
    }

    /// Asks each silent socket whether it is there, and closes those that were asked and did not answer.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(room.service.settings.heartbeat * 2) { [weak self] in
            guard let self else { return }
            sweep = nil
            for session in sessions { session.checkAlive(ping: Self.ping) }
            if count > 0 { scheduleSweep() }
        }
    }
}
