import HTTPServer
import JSON
import Loop
import Scenes

/// Scenes by `GET`: the document, a patch since a state, an event stream, the page for people, and files.
@SceneActor final class SceneDoor {
    private let settings: Settings
    private let registry: SceneRegistry
    private let coordinator: any Coordinator
    private let files: StaticFiles
    private let streams: StreamDoor
    private let visitors: Visitors

    /// What can be asked of a scene, for `Allow`.
    static let methods = "GET, HEAD, OPTIONS"

    init(
        settings: Settings, registry: SceneRegistry, coordinator: any Coordinator, files: StaticFiles,
        streams: StreamDoor, visitors: Visitors
    ) {
        self.settings = settings
        self.registry = registry
        self.coordinator = coordinator
        self.files = files
        self.streams = streams
        self.visitors = visitors
    }

    func get(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let candidates: [MediaType] = files.hasPage ? [.json, .patch, .events, .html] : [.json, .patch, .events]
        let type = Negotiation(accept: request.header("Accept")).best(of: candidates)
        let address = try SceneAddress(request.target, windowLimit: settings.windowLimit)
        if let read = coordinator.file(for: address.route) { return send(read, for: request, exchange) }
        guard let type else {
            throw Problem(
                status: 406, code: "not-acceptable",
                message: "A scene is given as \(candidates.map(\.rawValue).joined(separator: ", ")).")
        }
        let visitor = visitors.ticket(of: request)
        if type == .html {
            let cookie = visitors.lastingCookie(for: visitor)
            if files.respond(to: request, path: "/index.html", cookie: cookie, exchange) { return }
        }
        registry.find(address.route, for: visitor) { [self] found in
            switch found {
            case .success(let scene):
                show(scene, address, as: type, for: visitor, request, exchange)
            case .failure(let error): exchange.respond(visitors.answer(Problem(error), to: visitor))
            }
        }
    }

    private func show(
        _ scene: Scene, _ address: SceneAddress, as type: MediaType, for visitor: SessionTicket,
        _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        if type == .events { return streams.open(scene, address: address, for: visitor, request, exchange) }
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: address.place, count: address.count)
        view.whenCurrent(patience: settings.patience) { [visitors] in
            hold.release()
            guard let state = view.state, view.screen.endCode == nil, view.screen.hasLoaded else {
                return exchange.respond(visitors.answer(Problem(unavailable: view), to: visitor))
            }
            let cookie = view.screen.isPersonal ? visitors.cookie(for: visitor) : []
            Self.answer(request, exchange, with: view, in: state, asPatch: type == .patch, cookie: cookie)
        }
    }

    /// The present state of a view for a client that says which state it holds.
    private static func answer(
        _ request: HTTPRequest, _ exchange: HTTPExchange, with view: View, in state: ViewState, asPatch: Bool,
        cookie: [(String, String)]
    ) {
        let isPersonal = view.screen.isPersonal
        let held = request.header("If-None-Match")
        if EntityTags.matches(held, state.digest.text) {
            let headers = headers(digest: state.digest, type: nil, isPersonal: isPersonal)
            return exchange.respond(
                HTTPResponse(status: 304, headers: headers + cookie, body: .omitted(state.bytes.count)))
        }
        if asPatch, let held, let patch = patch(from: held, with: view) {
            let headers = headers(digest: patch.to, type: .patch, isPersonal: isPersonal)
            return exchange.respond(HTTPResponse(status: 200, headers: headers + cookie, body: .bytes(patch.bytes)))
        }
        guard isPersonal else { return exchange.respond(prepared(state)) }
        let headers = headers(digest: state.digest, type: .json, isPersonal: true)
        exchange.respond(HTTPResponse(status: 200, headers: headers + cookie, body: .bytes(state.bytes)))
    }

    private static func patch(from held: String, with view: View) -> (bytes: [UInt8], to: Digest)? {
        for tag in EntityTags.tags(in: held) {
            guard let digest = Digest(String(tag)), case .patch(_, let patch, let state)? = view.catchUp(since: digest)
            else { continue }
            return (patch, state.digest)
        }
        return nil
    }

    /// The whole document, made ready once per state.
    private static func prepared(_ state: ViewState) -> PreparedResponse {
        if let known = state.prepared as? PreparedResponse { return known }
        let made = PreparedResponse(
            status: 200, headers: headers(digest: state.digest, type: .json, isPersonal: false), body: state.bytes)
        state.prepared = made
        return made
    }

    private static func headers(digest: Digest, type: MediaType?, isPersonal: Bool) -> [(String, String)] {
        [
            ("ETag", "\"\(digest.text)\""), ("Vary", "Accept, Cookie, Authorization"),
            ("Cache-Control", isPersonal ? "private, no-cache" : "no-cache"),
        ] + (type.map { [("Content-Type", $0.rawValue)] } ?? [])
    }

    private func send(
        _ read: @escaping @SceneActor () async throws(RouteError) -> ServedFile, for request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        Task { @SceneActor in
            do throws(RouteError) {
                exchange.respond(Self.answer(request, with: try await read()))
            } catch {
                exchange.respond(Problem(error).response)
            }
        }
    }

    private static func answer(_ request: HTTPRequest, with file: ServedFile) -> HTTPResponse {
        var headers = [
            ("ETag", "\"\(file.tag)\""), ("Cache-Control", "no-cache"),
            ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ]
        if EntityTags.matches(request.header("If-None-Match"), file.tag) {
            return HTTPResponse(status: 304, headers: headers, body: .omitted(file.bytes.count))
        }
        let name = Route([file.name]).description.dropFirst()
        let disposition = file.isInline ? "inline" : "attachment"
        headers += [("Content-Type", file.type), ("Content-Disposition", "\(disposition); filename*=UTF-8''\(name)")]
        return HTTPResponse(status: 200, headers: headers, body: .bytes(file.bytes))
    }
}
