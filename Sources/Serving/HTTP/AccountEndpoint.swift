import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// What people do with their account, as a form without script or as JSON: change the password (`/-/password`) and the
/// second factor (`/-/second-factor`), admit this browser with a link (`/-/browser`), and as an administrator look as
/// somebody else (`/-/look-as`).
@SceneActor final class AccountEndpoint {
    let context: ServerContext
    let authenticator: any Authenticator

    /// The paths of the endpoint.
    static let paths: Set = ["/-/look-as", "/-/password", "/-/second-factor", "/-/browser"]
    /// The methods of these paths, for `Allow`.
    private static let methods = "GET, HEAD, OPTIONS, POST"
    /// The largest body, in bytes.
    private static let largest = 16 * 1024

    init(context: ServerContext, authenticator: any Authenticator) {
        self.context = context
        self.authenticator = authenticator
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        switch request.method {
        case "GET", "HEAD":
            if request.path == "/-/second-factor" { return try showSecondFactor(request, exchange) }
            exchange.respond(try response(request))
        case "POST": try post(request, exchange)
        case "OPTIONS": exchange.respond(HTTPResponse(status: 204, headers: [("Allow", Self.methods)]))
        default: throw .methodNotAllowed(request.method, allow: Self.methods)
        }
    }

    private func response(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
        switch request.path {
        case "/-/look-as": return Self.page(toLook: try administrator(of: request)).response()
        case "/-/password":
            let identity = try person(of: request)
            guard authenticator.changesPasswords else { return Self.elsewhere("Change the password") }
            return Self.page(toChangePasswordOf: identity).response()
        default:
            guard context.authentication?.cookies(for: request) != nil else {
                return SignInPage.insecure
            }
            return Self.page(toAdmit: Route(request.target)?["link"] ?? "").response()
        }
    }

    private func post(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        _ = try Authentication.isOfOurPage(request)
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        try context.limits.runCommand(of: address.isLocal ? "" : address.text, rate: context.settings.commandRate)
        let fields = try SignInFields(request, limit: Self.largest)
        switch request.path {
        case "/-/look-as": try lookAs(request, fields, exchange)
        case "/-/password": try changePassword(request, fields, exchange)
        case "/-/second-factor": try changeSecondFactor(request, fields, exchange)
        default: try admit(request, fields, exchange)
        }
    }

    /// Runs an action, and responds with a new page for a form, and with 204 for JSON. An error is shown on `page`.
    func answer(
        _ exchange: HTTPExchange, isForm: Bool, at place: String, on page: FormPage,
        _ body: @escaping @SceneActor () async throws(SignInError) -> [(String, String)]
    ) {
        Task { @SceneActor in
            do throws(SignInError) {
                let headers = try await body() + [("Cache-Control", "no-store")]
                exchange.respond(
                    HTTPResponse(
                        status: isForm ? 303 : 204, headers: headers + (isForm ? [("Location", place)] : [])))
            } catch {
                respond(Problem(error), on: isForm ? page : nil, exchange)
            }
        }
    }

    /// Responds with a problem: on a page, or as JSON.
    func respond(_ problem: Problem, on page: FormPage?, _ exchange: HTTPExchange) {
        context.record(problem)
        guard var page else { return exchange.respond(problem.response) }
        page.fault = problem.message
        exchange.respond(page.response(status: problem.status, headers: problem.headers))
    }

    /// Returns who makes a request.
    func identity(of request: HTTPRequest) throws(Problem) -> Identity {
        guard let identity = request.identity else {
            throw context.authentication?.signInProblem(of: request) ?? .signIn()
        }
        return identity
    }

    /// The address of a client; `nil` on this machine.
    func network(of request: HTTPRequest) -> String? {
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        return address.isLocal ? nil : address.text
    }
}

// Looking as somebody else.

extension AccountEndpoint {
    private func lookAs(
        _ request: HTTPRequest, _ fields: SignInFields, _ exchange: HTTPExchange
    ) throws(Problem) {
        let identity = try administrator(of: request)
        let name = fields["name"].flatMap { $0.isEmpty ? nil : $0 }
        answer(exchange, isForm: fields.isForm, at: "/", on: Self.page(toLook: identity)) {
            [authenticator] () async throws(SignInError) in
            try await authenticator.lookAs(name, by: identity)
            return []
        }
    }

    /// Returns the identity of an administrator with a session, who may look as somebody else already.
    private func administrator(of request: HTTPRequest) throws(Problem) -> Identity {
        let identity = try identity(of: request)
        guard identity.way == .session, (identity.looker ?? identity.principal).isAdmin else {
            throw Problem(
                status: 403, code: "forbidden", message: "Only an administrator's session may look as somebody else.")
        }
        return identity
    }

    private static func page(toLook identity: Identity) -> FormPage {
        guard !identity.isLooking else {
            return FormPage(
                title: "You look as \(identity.principal.name)", action: "/-/look-as", button: "Stop",
                text: "You see the screens as this person sees them, and change nothing.")
        }
        let field = "name=\"name\" autocomplete=\"off\" autocapitalize=\"none\" autofocus"
        return FormPage(
            title: "Look as somebody", action: "/-/look-as", button: "Look",
            text: "You see the screens as this person sees them, and change nothing. The audit has both names.",
            fields: FormPage.field("Name", field))
    }
}
