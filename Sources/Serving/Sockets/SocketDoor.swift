import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

/// Scenes by WebSocket, `GET /-/socket`: the handshake, and what all sockets share.
@SceneActor final class SocketDoor {
    let settings: Settings
    let registry: SceneRegistry
    let runner: CommandRunner
    let sockets: Sockets

    private var audiences: [ObjectIdentifier: SocketAudience] = [:]
    private var sessions: [SocketID: SocketSession] = [:]
    private var sweep: LoopTimer?

    private static let ping = SharedBytes(FrameWriter.frame(.ping, []))

    init(settings: Settings, registry: SceneRegistry, runner: CommandRunner, sockets: Sockets) {
        self.settings = settings
        self.registry = registry
        self.runner = runner
        self.sockets = sockets
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
        guard sessions.count < settings.socketLimit else {
            throw Problem(
                status: 503, code: "too-many-sockets", message: "Too many sockets are open. Try again later.",
                headers: [("Retry-After", "5")])
        }
        exchange.upgrade(headers: handshake.fields.map { ($0.name, $0.value) }) { [weak self] socket in
            self?.adopt(socket)
        }
    }

    /// The audience of a view, made when its first socket comes.
    func audience(of view: View) -> SocketAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = SocketAudience(view) { [weak self] view in self?.audiences[ObjectIdentifier(view)] = nil }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }

    /// Forgets a socket that is closed.
    func forget(_ session: SocketSession) {
        sessions[session.id] = nil
    }

    /// Closes every socket with a code, as at the end of the service.
    func closeAll(_ code: CloseCode, reason: String) {
        sweep?.cancel()
        for session in sessions.values { session.close(code, reason: reason) }
    }

    private func adopt(_ socket: TakenSocket) {
        let session = SocketSession(door: self)
        session.id = sockets.adopt(socket, handler: session)
        sessions[session.id] = session
        scheduleSweep()
    }

    /// Asks each silent socket whether it is there, and closes those that were asked and did not answer.
    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(settings.heartbeat * 2) { [weak self] in
            guard let self else { return }
            sweep = nil
            for session in sessions.values { session.checkAlive(ping: Self.ping) }
            if !sessions.isEmpty { scheduleSweep() }
        }
    }
}
