import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// Scenes by WebSocket, `GET /-/socket`: the handshake, and the lifetime of the sockets.
@SceneActor final class SocketTransport {
    private let room: SocketRoom
    private var sweep: LoopTimer?

    /// The methods of this path, for `Allow`. There is no `HEAD` of a socket.
    static let methods = "GET, OPTIONS"

    private static let ping = SharedBytes(FrameWriter.frame(.ping, []))

    init(room: SocketRoom) {
        self.room = room
    }

    /// The number of open sockets.
    var count: Int { room.sockets.count }
    /// The number of watched scenes, counted for each socket. O(sockets).
    var watchCount: Int { sessions.reduce(0) { $0 + $1.sceneCount } }
    /// The unsent data. O(sockets).
    var backlog: Sockets.Backlog { room.sockets.backlog }
    /// The bytes sent and received.
    var traffic: (sent: Int, received: Int) { room.sockets.traffic }

    /// Upgrades a request to a socket (RFC 6455 section 4.2).
    func accept(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        guard !room.context.isDraining else {
            throw Problem(
                status: 503, code: "stopping", message: "The server is stopping.", headers: [("Retry-After", "1")])
        }
        let handshake: Handshake
        do {
            handshake = try Handshake(
                method: request.method, version: request.version, subprotocols: ["oriel.v1"],
                compresses: room.context.compressor != nil, header: { request.header($0) })
        } catch {
            throw Problem(
                status: error.status, code: "handshake", message: error.message,
                headers: error.fields.map { ($0.name, $0.value) })
        }
        guard count < room.context.settings.socketLimit else {
            throw .tooMany(.sockets)
        }
        // A cookie can only be set with the handshake, so a client without a session gets one now, in case it is
        // needed.
        let visitor = room.visitors.ticket(of: request)
        let seat = try room.context.limits.open(
            .sockets, of: visitor.address, limit: room.context.settings.socketsPerAddress)
        let headers = handshake.fields.map { ($0.name, $0.value) } + room.visitors.lastingCookie(for: visitor)
        exchange.upgrade(headers: headers) { [weak self] socket in self?.adopt(socket, visitor, seat, handshake.deflate)
        }
    }

    /// Applies changed settings to the open sockets. A changed `heartbeat` restarts the pings.
    func follow(_ change: SettingsChange) {
        for session in sessions { session.follow(room.context.settings) }
        guard change.taken.contains("heartbeat"), sweep != nil else { return }
        sweep?.cancel()
        sweep = nil
        scheduleSweep()
    }

    /// Ends the scenes that a principal may not watch any more, after a change of rights; `nil` stands for all
    /// principals. O(sockets).
    func followRights(of principal: Principal?) {
        for session in sessions { session.followRights(of: principal) }
    }

    /// Disconnects every socket, as when the server stops, each when its requests are answered. The others are
    /// disconnected at the deadline. Returns when all are closed.
    func closeAll(deadline: ContinuousClock.Instant) async {
        sweep?.cancel()
        for session in sessions { session.channel.leave() }
        await pause(until: deadline)
        for session in sessions { session.channel.sendAway() }
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
        session.channel.id = room.sockets.adopt(socket, handler: session, for: visitor.share)
        session.listenForEnd()
        session.sayPrincipal()
        scheduleSweep()
        if room.context.isDraining { session.channel.leave() }
    }

    /// Pings each silent socket, and closes those that did not respond to earlier pings.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(room.context.settings.heartbeat * 2) { [weak self] in
            guard let self else { return }
            sweep = nil
            for session in sessions { session.channel.checkAlive(ping: Self.ping) }
            if count > 0 { scheduleSweep() }
        }
    }
}
