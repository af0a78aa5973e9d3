import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Passes each request to its endpoint or transport.
///
/// Paths below `/-/` belong to the server's own endpoints. Then come the files of the browser client, and then the
/// scenes.
@SceneActor final class Gateway: HTTPHandler {
    private let context: ServerContext
    private let files: StaticFiles
    private let scenes: SceneEndpoint
    private let commands: CommandEndpoint
    private let uploads: UploadEndpoint
    private let exports: ExportEndpoint
    private let inspector: InspectEndpoint
    private let descriptions: DescriptionEndpoint
    private let sockets: SocketTransport
    private let signIn: SignInEndpoint?
    private let account: AccountEndpoint?
    private let services: ServiceEndpoint?
    private let development: DevelopmentEndpoint?
    private let coordinator: any Coordinator
    private let unreadiness: () -> String?

    init(
        context: ServerContext, files: StaticFiles, scenes: SceneEndpoint, commands: CommandEndpoint,
        uploads: UploadEndpoint,
        exports: ExportEndpoint, inspector: InspectEndpoint, sockets: SocketTransport, visitors: Visitors,
        coordinator: any Coordinator, unreadiness: @escaping () -> String?
    ) {
        self.context = context
        self.files = files
        self.scenes = scenes
        self.commands = commands
        self.uploads = uploads
        self.exports = exports
        self.inspector = inspector
        descriptions = DescriptionEndpoint(context: context, coordinator: coordinator, visitors: visitors)
        self.sockets = sockets
        signIn = context.authentication.map {
            SignInEndpoint(context: context, authenticator: $0.authenticator, visitors: visitors)
        }
        account = context.authentication.map { AccountEndpoint(context: context, authenticator: $0.authenticator) }
        services = context.authentication.map { ServiceEndpoint(context: context, authenticator: $0.authenticator) }
        development = context.settings.development.map(DevelopmentEndpoint.init)
        self.coordinator = coordinator
        self.unreadiness = unreadiness
    }

    /// Makes the text of `/-/metrics`.
    var metrics: (() -> String)?

    func bodyLimit(for request: HTTPRequest) -> BodyLimit {
        UploadEndpoint.isUpload(request)
            ? BodyLimit(context.settings.uploadLimit, name: Limit.uploadLimit.rawValue)
            : BodyLimit(context.settings.bodyLimit, name: Limit.bodyLimit.rawValue)
    }

    func readsBody(of request: HTTPRequest) -> Bool { UploadEndpoint.isUpload(request) }

    func share(of request: HTTPRequest) -> ByteShare? {
        context.share(of: VisitorAddress(of: request, header: context.settings.addressHeader).text)
    }

    func fields(for request: HTTPRequest) -> [(String, String)] {
        request.head.origin.map { context.origins.fields(forPageOf: $0, host: request.host) } ?? []
    }

    func recordRefusal(of request: HTTPRequest, status: Int, bytes: Int) {
        if context.logsRequests { AccessLine(request, context).write(status: status, bytes: bytes) }
    }

    func problem(status: Int, code: String, detail: String, limit: String?) -> HTTPResponse {
        let problem = Problem(
            status: status, code: code, message: detail, limit: limit.flatMap { Limit(rawValue: $0) })
        context.record(problem)
        return problem.response
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        if context.logsRequests { AccessLine(request, context).write(atEndOf: exchange) }
        guard let authentication = context.authentication else { return serve(request, exchange) }
        do throws(Problem) {
            try checkOrigin(of: request)
        } catch {
            return respond(error, to: request, exchange)
        }
        authentication.identify(request) { [self] found in
            guard exchange.isWaiting else { return }
            switch found {
            case .success(let identity):
                request.memo = identity
                context.auditArrival(of: identity, from: address(of: request))
                serve(request, exchange)
            case .failure(let problem): respond(problem, to: request, exchange)
            }
        }
    }

    private func respond(_ problem: Problem, to request: HTTPRequest, _ exchange: HTTPExchange) {
        context.auditForeign(problem, from: address(of: request), at: request.path)
        context.record(problem)
        exchange.respond(problem.response)
    }

    /// Serves a request whose client is known.
    private func serve(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard let question = request.head.memo as? SceneQuestion, question.principal == request.identity?.principal,
            request.identity?.isLooking != true
        else { return serveFirst(request, exchange) }
        scenes.answer(question, exchange) { [self] in serveFirst(request, exchange) }
    }

    /// Serves a request from its beginning, without a cached question.
    private func serveFirst(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        do throws(Problem) {
            try checkOrigin(of: request)
            if let answer = context.origins.preflight(request) { return exchange.respond(answer) }
            let isOfServer = request.path.hasPrefix("/-/") || request.path == "/-"
            if isOfServer, !isScreenOfServer(request) {
                try serviceEndpoint(request, exchange)
            } else {
                try scene(request, exchange)
            }
        } catch {
            respond(error, to: request, exchange)
        }
    }

    /// The address of a client; empty on this machine.
    private func address(of request: HTTPRequest) -> String {
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        return address.isLocal ? "" : address.text
    }

    /// Refuses clients that have not signed in, unless the rules grant them something. A page gets the form in its
    /// place.
    ///
    /// - Returns: Whether it responded.
    private func refuseNobody(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) -> Bool {
        let isColon = ColonAddress.isOne(request.path)
        guard let signIn, request.identity == nil, !coordinator.admitsNobody || isScreenOfServer(request),
            isColon || request.method != "OPTIONS"
        else { return false }
        guard isOfPage(request) else { throw context.authentication?.signInProblem(of: request) ?? .signIn() }
        exchange.respond(signIn.form(insteadOf: request))
        return true
    }

    /// Leads a page of a client that has not signed in to a sign-in, if its route is for clients that have.
    ///
    /// - Returns: Whether it responded.
    private func leadsToSignIn(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
        guard let signIn, request.identity == nil, isOfPage(request),
            let address = try? SceneAddress(request.target, windowLimit: context.settings.windowLimit),
            coordinator.file(for: address.route, as: .nobody) == nil
        else { return false }
        do {
            _ = try coordinator.screen(for: address.route, as: .nobody)
            return false
        } catch .signIn {
            let place = coordinator.signInRoute.map { [("Location", $0), ("Cache-Control", "no-store")] }
            exchange.respond(place.map { HTTPResponse(status: 303, headers: $0) } ?? signIn.form(insteadOf: request))
            return true
        } catch {
            return false
        }
    }

    /// Whether a request is for a page, rather than for a document.
    private func isOfPage(_ request: HTTPRequest) -> Bool {
        (request.method == "GET" || request.method == "HEAD") && !ColonAddress.isOne(request.path)
            && Negotiation(accept: request.header("Accept")).best(of: [.json, .html, .events]) == .html
    }

    /// Whether the request is for a screen about sign-in itself.
    private func isScreenOfServer(_ request: HTTPRequest) -> Bool {
        signIn != nil && JoinedCoordinator.isOfServer(request.path) || JoinedCoordinator.isOfOperators(request.path)
    }

    private func checkOrigin(of request: HTTPRequest) throws(Problem) {
        let host = request.host
        guard context.origins.allows(host: host) else {
            throw Problem(
                status: 421, code: "foreign-host",
                message: "The host \(host ?? "") is not allowed. Add its origin to `origins` in the settings.")
        }
        guard let origin = request.head.origin else { return }
        guard context.origins.allows(origin: origin, host: host) else {
            throw Problem(
                status: 403, code: "foreign-origin",
                message: "Pages of \(origin) may not access this server. Add the origin to `origins` in the settings.")
        }
    }

    private func scene(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let isRead = request.method == "GET" || request.method == "HEAD"
        if isRead, files.respond(to: request, path: StaticFiles.path(decoding: request.path), exchange) { return }
        if try refuseNobody(request, exchange) || leadsToSignIn(request, exchange) { return }
        if request.identity?.isLooking == true, isScreenOfServer(request) { throw .looking }
        if ColonAddress.isOne(request.path) {
            if try exports.handle(request, exchange) { return }
            let isCommand = request.method == "POST" && !UploadEndpoint.isUpload(request)
            return isCommand ? try commands.post(request, exchange) : try uploads.handle(request, exchange)
        }
        if isRead { return try scenes.get(request, exchange) }
        guard request.method == "OPTIONS" else { throw .methodNotAllowed(request.method, allow: SceneEndpoint.methods) }
        exchange.respond(.options(SceneEndpoint.methods))
    }

    private func serviceEndpoint(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        if let signIn, SignInEndpoint.paths.contains(request.path) { return try signIn.handle(request, exchange) }
        if let account, AccountEndpoint.paths.contains(request.path) { return try account.handle(request, exchange) }
        if let services, ServiceEndpoint.isOne(request.path) { return try services.handle(request, exchange) }
        if let development, development.isFor(request) { return try development.get(request, exchange) }
        let isDescription = DescriptionEndpoint.paths.contains(request.path)
        let isPage = request.path == "/-/api" && files.hasPage
        let known: Set = ["/-/socket", "/-/health", "/-/ready", "/-/metrics", "/-/inspect"]
        guard isDescription || isPage || known.contains(request.path) else {
            throw .notFound("Unknown path: \(request.path).")
        }
        let isSocket = request.path == "/-/socket"
        let methods = isSocket ? SocketTransport.methods : SceneEndpoint.methods
        if request.method == "OPTIONS" {
            return exchange.respond(.options(methods))
        }
        guard request.method == "GET" || (request.method == "HEAD" && !isSocket) else {
            throw .methodNotAllowed(request.method, allow: methods)
        }
        switch request.path {
        case "/-/socket": try sockets.accept(request, exchange)
        case _ where isDescription:
            if try !refuseNobody(request, exchange) { try descriptions.get(request, exchange) }
        case _ where isPage:
            if try !refuseNobody(request, exchange) { _ = files.respond(to: request, path: "/api.html", exchange) }
        case "/-/inspect": try inspector.get(request, exchange)
        case "/-/health": exchange.respond(Self.status(200, "ok"))
        case "/-/metrics": exchange.respond(try metrics(for: request))
        case _ where context.isDraining:
            exchange.respond(Self.status(503, "draining", because: "The server is stopping."))
        default:
            let reason = unreadiness()
            exchange.respond(reason == nil ? Self.status(200, "ready") : Self.status(503, "not ready", because: reason))
        }
    }

    private func metrics(for request: HTTPRequest) throws(Problem) -> HTTPResponse {
        guard context.settings.metricsReaders.allow(request, addressHeader: context.settings.addressHeader) else {
            throw Problem(
                status: 403, code: "forbidden",
                message: "Your address may not read the metrics. Add it to `metricsReaders` in the settings.")
        }
        let headers = [("Content-Type", Exposition.type), ("Cache-Control", "no-store")]
        return HTTPResponse(status: 200, headers: headers, body: .bytes(Array((metrics?() ?? "").utf8)))
    }

    private static func status(_ status: Int, _ text: String, because reason: String? = nil) -> HTTPResponse {
        var body: JSONObject = ["status": .string(text)]
        body["reason"] = reason.map(JSON.string)
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: .bytes(JSON.object(body).bytes))
    }
}
