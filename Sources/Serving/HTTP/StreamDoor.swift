import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Scenes as Server-Sent Events: `snapshot`, `current`, `patch` and `gone`, each with the digest as its `id`.
@SceneActor final class StreamDoor {
    private let settings: Settings
    private let visitors: Visitors
    private var audiences: [ObjectIdentifier: StreamAudience] = [:]
    private var heartbeat: LoopTimer?

    private static let alive = SharedBytes(Array(":\n\n".utf8))

    init(settings: Settings, visitors: Visitors) {
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
            for audience in audiences.values { audience.send(Self.alive) }
            if !audiences.isEmpty { scheduleHeartbeat() }
        }
    }
}

/// The event streams that watch one view.
@SceneActor final class StreamAudience: ViewObserver {
    private let view: View
    private let queueLimit: Int
    private let onEmpty: (View) -> Void
    private var streams: [HTTPStream] = []

    init(_ view: View, queueLimit: Int, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.queueLimit = queueLimit
        self.onEmpty = onEmpty
        view.add(self)
    }

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
            if stream.queuedBytes > queueLimit { stream.close() } else { stream.write(bytes) }
        }
    }

    func closeAll() {
        for stream in streams { stream.close() }
    }

    var viewerCount: Int { streams.count }

    func viewDidUpdate(_ update: Update) {
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
