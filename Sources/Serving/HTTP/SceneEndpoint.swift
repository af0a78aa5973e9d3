import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Handles `GET` of scenes: documents, patches, event streams and the HTML page.
@SceneActor final class SceneEndpoint {
    private let context: ServerContext
    private let registry: SceneRegistry
    private let coordinator: any Coordinator
    private let files: StaticFiles
    private let streams: StreamTransport
    private let visitors: Visitors
    private let sender: FileEndpoint
    /// The requests of this turn that wait for a reading.
    private var waiting: [RepeatedRequest] = []

    /// A request whose head is cached, with its view.
    private struct RepeatedRequest {
        let question: SceneQuestion
        let view: View
        let exchange: HTTPExchange
        /// Responds if the view is not current.
        let otherwise: @SceneActor () -> Void
    }

    /// The methods of a scene, for `Allow`.
    static let methods = "GET, HEAD, OPTIONS"

    init(
        context: ServerContext, registry: SceneRegistry, coordinator: any Coordinator, files: StaticFiles,
        streams: StreamTransport, visitors: Visitors, sender: FileEndpoint
    ) {
        self.context = context
        self.registry = registry
        self.coordinator = coordinator
        self.files = files
        self.streams = streams
        self.visitors = visitors
        self.sender = sender
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
                return sender.send(read, at: address.route, for: request, to: visitor, exchange)
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
            exchange.respond(visitors.answer(Problem(error).placed(in: request), to: visitor))
        }
    }

    /// Responds to a cached request from a view that exists and is current, the usual case: at once, or after a reading
    /// that shows whether something was committed. Calls `otherwise` if there is no such view.
    func answer(
        _ question: SceneQuestion, _ exchange: HTTPExchange, otherwise: @escaping @SceneActor () -> Void
    ) {
        guard let view = question.view else { return otherwise() }
        let repeated = RepeatedRequest(question: question, view: view, exchange: exchange, otherwise: otherwise)
        if let state = view.presentState { return answer(repeated, in: state) }
        waiting.append(repeated)
        if waiting.count == 1 { EventLoop.shared.atEndOfTurn(.flush) { [self] in answerWaiting() } }
    }

    /// Responds to the waiting requests after a reading that begins at the end of this turn.
    private func answerWaiting() {
        let (requests, start) = (waiting, ContinuousClock.now)
        waiting = []
        coordinator.whenCurrent(for: .nobody) { [self] in
            var last: (view: View, state: ViewState?)?
            for request in requests where request.exchange.isWaiting {
                if last?.view !== request.view {
                    let mayWatch = registry.mayWatch(request.view.screen, .nobody)
                    last = (request.view, mayWatch ? request.view.state(readSince: start) : nil)
                }
                if let state = last?.state {
                    answer(request, in: state)
                } else {
                    request.otherwise()
                }
            }
        }
    }

    private func answer(_ request: RepeatedRequest, in state: ViewState) {
        SceneAnswer(request.question, with: request.view, in: state, cookie: [], context).send(to: request.exchange)
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
        let view = scene.view(at: question.address.position, count: question.address.count, isFixed: true)
        question.keep(view, in: request.head, for: visitor)
        view.whenCurrent(patience: context.settings.patience) { [self] in
            context.verify(visitor.identity) { [self] problem in
                defer { hold.release() }
                let problem = problem ?? (registry.mayWatch(scene.screen, visitor.principal) ? nil : .rightsChanged)
                if let problem {
                    return exchange.respond(visitors.answer(problem.placed(in: request), to: visitor))
                }
                send(view, question, of: request, for: visitor, exchange)
            }
        }
    }

    private func send(
        _ view: View, _ question: SceneQuestion, of request: HTTPRequest, for visitor: SessionTicket,
        _ exchange: HTTPExchange
    ) {
        guard let state = view.knownState, view.screen.endCode == nil else {
            if view.screen.endCode != nil { recordLoss(of: question) }
            let problem = Problem(unavailable: view).placed(in: request)
            return exchange.respond(visitors.answer(problem, to: visitor))
        }
        let cookie = view.screen.isPersonal ? visitors.cookie(for: visitor) : []
        SceneAnswer(question, with: view, in: state, cookie: cookie, context).send(to: exchange)
        context.memory.makeRoom()  // other requests may be served in this turn
    }
}
