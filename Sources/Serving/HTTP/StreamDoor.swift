import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Scenes as Server-Sent Events: `snapshot`, `current`, `patch` and `gone`, each with the digest as its `id`.
@SceneActor final class StreamDoor {
    private let service: Service
    private let visitors: Visitors
    private var audiences: [ObjectIdentifier: StreamAudience] = [:]
    private var heartbeat: LoopTimer?

    private static let alive = SharedBytes(Array(":\n\n".utf8))

    init(service: Service, visitors: Visitors) {
        self.service = service
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
        view.whenCurrent(patience: service.settings.patience, isCounted: false) { [weak self] in
            guard let self else { return hold.release() }
            do throws(Problem) {
                try start(view, since: since, for: visitor, hold, exchange)
            } catch {
                hold.release()
                exchange.respond(visitors.answer(error, to: visitor))
            }
        }
    }

    /// How many streams are open. O(scenes), like the next.
    var count: Int { audiences.values.reduce(0) { $0 + $1.count } }

    /// The bytes that wait to be sent.
    var queuedBytes: Int { audiences.values.reduce(0) { $0 + $1.queuedBytes } }

    /// Ends every stream, as at the end of the service; each client comes back after a time of its own.
    func closeAll() {
        heartbeat?.cancel()
        for audience in audiences.values { audience.dismiss(within: service.spread ?? .zero) }
    }

    private func start(
        _ view: View, since: Digest?, for visitor: SessionTicket, _ hold: SceneHold, _ exchange: HTTPExchange
    ) throws(Problem) {
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: since) else {
            if since != nil, view.screen.endCode != nil { service.meters.note(.gone, at: .stream) }
            throw Problem(unavailable: view)
        }
        if since != nil { service.meters.note(Meters.Resume(catchUp), at: .stream) }
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
        audience(of: view).add(stream, hold)
        if let spread = service.spread { audience(of: view).dismiss(within: spread) }
        scheduleHeartbeat()
    }

    private func audience(of view: View) -> StreamAudience {
        if let known = audiences[ObjectIdentifier(view)] { return known }
        let audience = StreamAudience(view, of: service) { [weak self] view in
            self?.audiences[ObjectIdentifier(view)] = nil
        }
        audiences[ObjectIdentifier(view)] = audience
        return audience
    }

    private func scheduleHeartbeat() {
        guard heartbeat == nil else { return }
        heartbeat = EventLoop.shared.after(service.settings.heartbeat) { [weak self] in
            guard let self else { return }
            heartbeat = nil
            for audience in audiences.values { audience.send(Self.alive) }
            if !audiences.isEmpty { scheduleHeartbeat() }
        }
    }
}

/// The event streams that watch one view.
@SceneActor final class StreamAudience: ViewObserver {
    private let view: View
    private let service: Service
    private var look: ContinuousClock.Instant?
    private let onEmpty: (View) -> Void
    private var streams: [HTTPStream] = []

    init(_ view: View, of service: Service, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.service = service
        look = view.screen.viewModel.readAt
        self.onEmpty = onEmpty
        view.add(self)
    }

    var count: Int { streams.count }
    var queuedBytes: Int { streams.reduce(0) { $0 + $1.queuedBytes } }

    /// Adds a stream, which lets go of the scene when it ends.
    func add(_ stream: HTTPStream, _ hold: SceneHold) {
        streams.append(stream)
        stream.onClose = { [weak self, weak stream] in
            hold.release()
            self?.streams.removeAll { $0 === stream }
            self?.endIfEmpty()
        }
    }

    /// Sends bytes to every stream. One that does not read is closed: its client comes back with what it has.
    func send(_ bytes: SharedBytes) {
        for stream in streams {
            guard stream.queuedBytes > service.settings.queueLimit else {
                stream.write(bytes)
                continue
            }
            service.meters.cutStreams += 1
            stream.close()
        }
    }

    func closeAll() {
        for stream in streams { stream.close() }
    }

    /// Closes every stream, and says to each when to come back.
    func dismiss(within spread: Duration) {
        for stream in streams {
            let wait = Int.random(in: spread.milliseconds / 4...max(1, spread.milliseconds))
            stream.write(SharedBytes(Array("retry: \(wait)\n\n".utf8)))
            stream.close()
        }
    }

    func viewDidUpdate(_ update: Update) {
        let now = view.screen.viewModel.readAt
        service.meters.notePatch(.stream, viewers: streams.count, since: now == look ? nil : now)
        look = now
        send(ServerEvent.bytes(event: "patch", id: update.to, data: update.patch))
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let data: JSON = ["route": .string(navigation.route), "style": .string(navigation.style.rawValue)]
        send(ServerEvent.bytes(event: "navigate", id: nil, data: data.bytes))
    }

    func viewDidEnd(code: String) {
        send(ServerEvent.bytes(event: "gone", id: nil, data: JSON.object(["code": .string(code)]).bytes))
        closeAll()
    }

    private func endIfEmpty() {
        guard streams.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }
}

/// Writes events as the HTML standard's section 9.2.6 has them.
enum ServerEvent {
    /// What takes a client to the present state.
    @SceneActor static func bytes(of catchUp: CatchUp) -> SharedBytes {
        switch catchUp {
        case .current(let state): bytes(event: "current", id: state.digest, data: Array("{}".utf8))
        case .patch(_, let patch, let state): bytes(event: "patch", id: state.digest, data: patch)
        case .snapshot(let state): bytes(event: "snapshot", id: state.digest, data: state.bytes)
        }
    }

    /// One event; JSON text has no line breaks, so that its data is one line.
    static func bytes(event: String, id: Digest?, data: [UInt8]) -> SharedBytes {
        var bytes = Array("event: \(event)\n".utf8)
        if let id { bytes += Array("id: \(id.text)\n".utf8) }
        bytes += Array("data: ".utf8)
        bytes += data
        bytes += Array("\n\n".utf8)
        return SharedBytes(bytes)
    }
}
