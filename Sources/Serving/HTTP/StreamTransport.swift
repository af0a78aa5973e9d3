import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Scenes as Server-Sent Events: `snapshot`, `current`, `patch` and `gone`, each with the digest as its `id`.
@SceneActor final class StreamTransport {
    private let context: ServerContext
    private let registry: SceneRegistry
    private let visitors: Visitors
    private var audiences: [ObjectIdentifier: StreamAudience] = [:]
    private var heartbeat: LoopTimer?

    private static let alive = SharedBytes(Array(":\n\n".utf8))
    /// The number of unacknowledged heartbeats after which a client is lost.
    private static let beats = 6

    init(context: ServerContext, registry: SceneRegistry, visitors: Visitors) {
        self.context = context
        self.registry = registry
        self.visitors = visitors
    }

    /// Responds with a stream of a scene's changes, from the client's state on.
    func open(
        _ scene: Scene, address: SceneAddress, for visitor: SessionTicket, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let held = request.header("Last-Event-ID") ?? address.since
        let since = held.flatMap { Digest($0) }
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: address.position, count: address.count)
        view.whenCurrent(patience: context.settings.patience, isCounted: false) { [weak self] in
            guard let self else { return hold.release() }
            context.verify(visitor.identity) { [self] problem in
                let problem = problem ?? (registry.mayWatch(scene.screen, visitor.principal) ? nil : .rightsChanged)
                begin(view, since: since, problem, for: visitor, hold, exchange)
            }
        }
    }

    private func begin(
        _ view: View, since: Digest?, _ problem: Problem?, for visitor: SessionTicket, _ hold: SceneHold,
        _ exchange: HTTPExchange
    ) {
        do throws(Problem) {
            if let problem { throw problem }
            try start(view, since: since, for: visitor, hold, exchange)
        } catch {
            view.recordIdle()
            hold.release()
            exchange.respond(visitors.answer(error, to: visitor))
        }
    }

    /// The number of open streams. O(scenes), like ``queuedBytes``.
    var count: Int { audiences.values.reduce(0) { $0 + $1.viewerCount } }

    /// The number of bytes that wait to be sent.
    var queuedBytes: Int { audiences.values.reduce(0) { $0 + $1.queuedBytes } }

    /// Ends the streams that a principal may not read any more, after a change of rights; `nil` stands for all
    /// principals. O(streams).
    func followRights(of principal: Principal?) {
        for audience in audiences.values {
            audience.end("rights") { [registry] screen, visitor in
                (principal ?? visitor.principal) == visitor.principal && !registry.mayWatch(screen, visitor.principal)
            }
        }
    }

    /// Applies changed settings to the open streams.
    func follow(_ change: SettingsChange) {
        guard change.taken.contains("heartbeat"), heartbeat != nil else { return }
        heartbeat?.cancel()
        heartbeat = nil
        scheduleHeartbeat()
    }

    /// Ends every stream, as when the server stops. Each client reconnects after a random time.
    func closeAll() {
        heartbeat?.cancel()
        for audience in audiences.values { audience.dismiss(within: context.spread ?? .zero) }
    }

    private func start(
        _ view: View, since: Digest?, for visitor: SessionTicket, _ hold: SceneHold, _ exchange: HTTPExchange
    ) throws(Problem) {
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: since) else {
            if since != nil, view.screen.endCode != nil { context.meters.record(.gone, at: .stream) }
            throw Problem(unavailable: view)
        }
        guard exchange.isWaiting else { return hold.release() }
        if let shortage = view.bill(visitor.share) { throw .noRoom(shortage) }
        let seat = try context.limits.open(.streams, of: visitor.address, limit: context.settings.streamsPerAddress)
        if since != nil { context.meters.record(Meters.Resume(catchUp), at: .stream) }
        let headers =
            [
                ("Content-Type", MediaType.events.rawValue), SceneAnswer.caching(of: view.screen, context),
                ("X-Accel-Buffering", "no"), SceneAnswer.vary(of: view.screen),
            ] + visitors.cookie(for: visitor)
        guard let stream = exchange.stream(status: 200, headers: headers, for: visitor.share) else {
            throw .tooMany(.streams)
        }
        for piece in ServerEvent.pieces(of: catchUp) { stream.write(piece) }
        audience(of: view).add(stream, of: visitor) {
            hold.release()
            _ = seat
        }
        if let spread = context.spread { audience(of: view).dismiss(within: spread) }
        scheduleHeartbeat()
    }

    private func audience(of view: View) -> StreamAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = StreamAudience(view, of: context) { [weak self] view in
            self?.audiences[ObjectIdentifier(view)] = nil
        }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }

    private func scheduleHeartbeat() {
        guard heartbeat == nil else { return }
        heartbeat = EventLoop.shared.after(context.settings.heartbeat) { [weak self] in
            guard let self else { return }
            heartbeat = nil
            let patience = context.settings.heartbeat * Self.beats
            for audience in audiences.values { audience.keepAlive(Self.alive, patience: patience) }
            if !audiences.isEmpty { scheduleHeartbeat() }
        }
    }
}
