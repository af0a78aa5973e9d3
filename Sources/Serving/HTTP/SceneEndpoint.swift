import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Handles `GET` of scenes: documents, patches, event streams, the HTML page, and files.
@SceneActor final class SceneEndpoint {
    private let context: ServerContext
    private let registry: SceneRegistry
    private let coordinator: any Coordinator
    private let files: StaticFiles
    private let streams: StreamTransport
    private let visitors: Visitors

    /// The methods of a scene, for `Allow`.
    static let methods = "GET, HEAD, OPTIONS"

    init(
        context: ServerContext, registry: SceneRegistry, coordinator: any Coordinator, files: StaticFiles,
        streams: StreamTransport, visitors: Visitors
    ) {
        self.context = context
        self.registry = registry
        self.coordinator = coordinator
        self.files = files
        self.streams = streams
        self.visitors = visitors
    }

    func get(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let candidates: [MediaType] = files.hasPage ? [.json, .patch, .html, .events] : [.json, .patch, .events]
        let type = Negotiation(accept: request.header("Accept")).best(of: candidates)
        let address = try SceneAddress(request.target, windowLimit: context.settings.windowLimit)
        let visitor = visitors.ticket(of: request)
        // With rules, the rights have to be known first.
        if type == .html, !coordinator.hasRules, coordinator.file(for: address.route, as: visitor.principal) == nil,
            sendPage(to: visitor, request, exchange)
        {
            return
        }
        coordinator.whenCurrent(for: visitor.principal) { [self] in
            guard exchange.isWaiting else { return }
            context.auditLook(at: address.route, by: visitor)
            if let read = coordinator.file(for: address.route, as: visitor.principal) {
                return send(read, for: request, to: visitor, exchange)
            }
            if type == .html, sendPage(to: visitor, request, exchange) { return }
            guard let type else {
                return exchange.respond(visitors.answer(.notAcceptable(candidates.map(\.rawValue)), to: visitor))
            }
            do throws(Problem) {
                try OriginPolicy.checkReader(request)
            } catch {
                return exchange.respond(visitors.answer(error, to: visitor))
            }
            find(address, as: type, for: visitor, request, exchange)
        }
    }

    /// - Returns: Whether there is a page of the browser client.
    private func sendPage(to visitor: SessionTicket, _ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
        let cookie = visitors.lastingCookie(for: visitor)
        return files.respond(to: request, path: "/index.html", cookie: cookie, exchange)
    }

    private func find(
        _ address: SceneAddress, as type: MediaType, for visitor: SessionTicket, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let question = SceneQuestion(request, address, type, context)
        do throws(RouteError) {
            let scene = try registry.scene(for: address.route, visitor)
            if type == .events { return streams.open(scene, address: address, for: visitor, request, exchange) }
            show(scene, question, of: request, for: visitor, exchange)
        } catch {
            recordLoss(of: question)
            exchange.respond(visitors.answer(Problem(error), to: visitor))
        }
    }

    /// Responds to a cached request from a view that exists and is current, the usual case.
    ///
    /// - Returns: Whether it responded.
    func answer(_ question: SceneQuestion, _ exchange: HTTPExchange) -> Bool {
        guard let view = question.view, let state = view.presentState else { return false }
        SceneAnswer(question, with: view, in: state, cookie: [], context).send(to: exchange)
        return true
    }

    /// Counts a client that has a state of a scene that is gone.
    private func recordLoss(of question: SceneQuestion) {
        if question.held.isSaid { context.meters.record(.gone, at: .get) }
    }

    private func show(
        _ scene: Scene, _ question: SceneQuestion, of request: HTTPRequest, for visitor: SessionTicket,
        _ exchange: HTTPExchange
    ) {
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: question.address.position, count: question.address.count)
        question.keep(view, in: request.head, for: visitor)
        view.whenCurrent(patience: context.settings.patience) { [self] in
            context.verify(visitor.identity) { [self] problem in
                defer { hold.release() }
                let problem = problem ?? (registry.mayWatch(scene.screen, visitor.principal) ? nil : .rightsChanged)
                if let problem { return exchange.respond(visitors.answer(problem, to: visitor)) }
                send(view, question, for: visitor, exchange)
            }
        }
    }

    private func send(_ view: View, _ question: SceneQuestion, for visitor: SessionTicket, _ exchange: HTTPExchange) {
        guard let state = view.knownState, view.screen.endCode == nil else {
            if view.screen.endCode != nil { recordLoss(of: question) }
            return exchange.respond(visitors.answer(Problem(unavailable: view), to: visitor))
        }
        let cookie = view.screen.isPersonal ? visitors.cookie(for: visitor) : []
        SceneAnswer(question, with: view, in: state, cookie: cookie, context).send(to: exchange)
        context.memory.makeRoom()  // other requests may be served in this turn
    }

    private func send(
        _ read: @escaping @SceneActor () async throws(RouteError) -> ServedFile, for request: HTTPRequest,
        to visitor: SessionTicket, _ exchange: HTTPExchange
    ) {
        Task { @SceneActor in
            let found: Result<ServedFile, RouteError> = await Self.result(of: read)
            context.verify(visitor.identity) { [self] problem in
                do throws(Problem) {
                    if let problem { throw problem }
                    let file = try found.mapError { context.told(Problem($0), to: visitor.principal) }.get()
                    exchange.respond(answer(request, with: file, to: visitor))
                } catch {
                    let error = error.named(request.id)
                    context.record(error)
                    exchange.respond(error.response)
                }
            }
        }
    }

    private static func result<Value>(
        of read: @SceneActor () async throws(RouteError) -> Value
    ) async -> Result<Value, RouteError> {
        do throws(RouteError) { return .success(try await read()) } catch { return .failure(error) }
    }

    /// Serves a file. Pages of the origins in the settings may embed files that browsers request without an `Origin`,
    /// such as images.
    private func answer(
        _ request: HTTPRequest, with file: ServedFile, to visitor: SessionTicket
    ) -> HTTPResponse {
        let isPublic = visitor.principal.kind == .nobody
        var headers = [
            ("ETag", "\"\(file.tag)\""), ("Cache-Control", isPublic ? "no-cache" : "private, no-cache"),
            (HTTPResponse.embedding, context.settings.origins.isEmpty ? "same-origin" : "cross-origin"),
            ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ]
        guard EntityTags.allows(request.header("If-Match"), file.tag) else { return Problem.changed.response }
        if EntityTags.matches(request.header("If-None-Match"), file.tag) {
            return HTTPResponse(status: 304, headers: headers, body: .omitted(file.bytes.count))
        }
        let name = Route([file.name]).description.dropFirst()
        let disposition = file.isInline ? "inline" : "attachment"
        headers += [("Content-Type", file.type), ("Content-Disposition", "\(disposition); filename*=UTF-8''\(name)")]
        return HTTPResponse(status: 200, headers: headers, body: .bytes(file.bytes))
    }
}
