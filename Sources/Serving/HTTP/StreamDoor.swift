import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Scenes as Server-Sent Events: `snapshot`, `current`, `patch` and `gone`, each with the digest as its `id`.
@SceneActor final class StreamDoor {
    private let settings: Settings
    private let visitors: Visitors
    private let limits: AddressLimits
    private var audiences: [ObjectIdentifier: StreamAudience] = [:]
    private var heartbeat: LoopTimer?

    private static let alive = SharedBytes(Array(":\n\n".utf8))

    init(settings: Settings, visitors: Visitors, limits: AddressLimits) {
        self.limits = limits
        self.settings = settings
        self.visitors = visitors
    }

    /// Answers with a stream of what changes in a scene, from the state that the client holds on.
    func open(
        _ scene: Scene, address: SceneAddress, for visitor: SessionTicket, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let held = request.header("Last-Event-ID") ?? address.since
        let since = held.flatMap { Digest($0) }
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: address.place, count: address.count)
        view.whenCurrent(patience: settings.patience, isCounted: false) { [weak self] in
            guard let self else { return hold.release() }
            do throws(Problem) {
                try start(view, since: since, for: visitor, hold, exchange)
            } catch {
                hold.release()
                exchange.respond(visitors.answer(error, to: visitor))
            }
        }
    }

    /// Ends every stream, as at the end of the service.
    func closeAll() {
        heartbeat?.cancel()
        for audience in audiences.values { audience.closeAll() }
    }

    private func start(
        _ view: View, since: Digest?, for visitor: SessionTicket, _ hold: SceneHold, _ exchange: HTTPExchange
    ) throws(Problem) {
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: since) else {
            throw Problem(unavailable: view)
        }
        let seat = try limits.open(.streams, of: visitor.address)
        let headers =
            [
                ("Content-Type", MediaType.events.rawValue), ("Cache-Control", "no-cache"), ("X-Accel-Buffering", "no"),
                ("Vary", "Accept, Cookie, Authorization"),
            ] + visitors.cookie(for: visitor)
        guard let stream = exchange.stream(status: 200, headers: headers) else {
            throw Problem(
                status: 503, code: "too-many-streams", message: "Too many event streams are open. Try again later.",
                headers: [("Retry-After", "5")])
        }
        stream.write(ServerEvent.bytes(of: catchUp))
        audience(of: view).add(stream) {
            hold.release()
            _ = seat
        }
        scheduleHeartbeat()
    }

    private func audience(of view: View) -> StreamAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = StreamAudience(view, queueLimit: settings.queueLimit) { [weak self] view in
            self?.audiences[ObjectIdentifier(view)] = nil
        }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }

    private func scheduleHeartbeat() {
        guard heartbeat == nil else { return }
        heartbeat = EventLoop.shared.after(settings.heartbeat) { [weak self] in
            guard let self else { return }
            heartbeat = nil
            for audience in audiences.values { audience.keepAlive(Self.alive) }
            if !audiences.isEmpty { scheduleHeartbeat() }
        }
    }
}
