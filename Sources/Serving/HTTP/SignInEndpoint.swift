import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// Signing in and out: the form at `/-/sign-in`, `POST /-/sign-in` and `POST /-/sign-out`, as a form or as JSON.
@SceneActor final class SignInEndpoint {
    private let context: ServerContext
    private let authenticator: any Authenticator
    private let visitors: Visitors

    /// The paths of the endpoint.
    static let paths: Set = ["/-/sign-in", "/-/sign-out"]
    /// The largest body, in bytes.
    private static let largest = 16 * 1024

    init(context: ServerContext, authenticator: any Authenticator, visitors: Visitors) {
        (self.context, self.visitors) = (context, visitors)
        self.authenticator = authenticator
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let isSignIn = request.path == "/-/sign-in"
        if isSignIn, request.method == "GET", let route = Route(request.target), let link = route["link"] {
            return try follow(link, to: SafePath(route["next"] ?? "/").text, request, exchange)
        }
        if isSignIn, request.method == "GET", let link = Route(request.target)?["set-up"], isLocal(request),
            request.pageOrJSON != .json
        {
            return beginSetUp(link, exchange)
        }
        switch request.method {
        case "GET" where isSignIn, "HEAD" where isSignIn: exchange.respond(try form(request))
        case "POST": try isSignIn ? signIn(request, exchange) : signOut(request, exchange)
        case "OPTIONS":
            exchange.respond(HTTPResponse(status: 204, headers: [("Allow", Self.methods(isSignIn))]))
        default: throw .methodNotAllowed(request.method, allow: Self.methods(isSignIn))
        }
    }

    private static func methods(_ isSignIn: Bool) -> String { isSignIn ? "GET, HEAD, OPTIONS, POST" : "OPTIONS, POST" }

    /// Responds to a browser with the form, and to a program with the principal.
    private func form(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
        let route = Route(request.target)
        if request.pageOrJSON == .json {
            guard let identity = request.identity else {
                var problem = Problem.signIn()
                problem.services = authenticator.services
                throw problem
            }
            return Self.response(identity.members, headers: [])
        }
        guard acceptsPasswords(request) else { return SignInPage.insecure }
        let next = SafePath(route?["next"] ?? "/").text
        return page(SignInPage(next: next, name: request.identity?.principal.name)).response(status: 200)
    }

    /// Responds with the form for the first administrator, if the link is valid.
    private func beginSetUp(_ link: String, _ exchange: HTTPExchange) {
        Task { @SceneActor in
            do throws(SignInError) {
                try await authenticator.checkSetUp(link)
                exchange.respond(SignInPage(next: "/", link: link).response(status: 200))
            } catch {
                let problem = Problem(error)
                context.record(problem)
                exchange.respond(page(SignInPage(next: "/", fault: problem.message)).response(status: problem.status))
            }
        }
    }

    /// The form in the place of a page that needs a sign-in. It leads back to that page.
    func form(insteadOf request: HTTPRequest) -> HTTPResponse {
        guard acceptsPasswords(request) else { return SignInPage.insecure }
        return page(SignInPage(next: SafePath(request.target).text)).response(status: 401)
    }

    /// Returns a page with the services at which people can sign in.
    private func page(_ page: SignInPage) -> SignInPage {
        var page = page
        page.services = authenticator.services
        return page
    }

    /// Whether the connection keeps a password secret.
    private func acceptsPasswords(_ request: HTTPRequest) -> Bool {
        context.authentication?.cookies(for: request) != nil
    }

    private func isLocal(_ request: HTTPRequest) -> Bool {
        Onlookers.local.allow(request, addressHeader: context.settings.addressHeader)
    }

    /// Returns the cookies of the requested host, and an attempt to sign in with what the request says of the client.
    private func begin(_ request: HTTPRequest) throws(Problem) -> (HostCookies, SignInAttempt) {
        guard let cookies = context.authentication?.cookies(for: request) else {
            throw .insecure
        }
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        try context.limits.runCommand(of: address.isLocal ? "" : address.text, rate: context.settings.commandRate)
        var attempt = SignInAttempt(name: "", password: "")
        attempt.describe(request, cookies, addressHeader: context.settings.addressHeader)
        return (cookies, attempt)
    }

    /// Signs in by a one-time link that an app has made for this browser. Another page cannot lead here: the link of
    /// somebody else does not count.
    private func follow(
        _ link: String, to next: String, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) throws(Problem) {
        if request.header("Sec-Fetch-Site")?.lowercased() == "cross-site" { throw .foreignPage }
        let (cookies, attempt) = try begin(request)
        let visitor = visitors.ticket(of: request).sessionID ?? ""
        Task { @SceneActor in
            do throws(SignInError) {
                let found = try await authenticator.signIn(link: link, visitor: visitor, attempt)
                exchange.respond(Self.success(found, cookies, next, []))
            } catch {
                let fault = error == .wrong ? "This link is not valid any more." : Problem(error).message
                context.record(Problem(error))
                exchange.respond(SignInPage(next: next, fault: fault).response(status: Problem(error).status))
            }
        }
    }

    private func signIn(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        _ = try Authentication.isOfOurPage(request)
        let fields = try SignInFields(request, limit: Self.largest)
        guard acceptsPasswords(request) || !fields.isForm else {
            context.record(.insecure)
            return exchange.respond(SignInPage.insecure)
        }
        let (cookies, begun) = try begin(request)
        var attempt = begun
        (attempt.name, attempt.password) = (fields["name"] ?? "", fields["password"] ?? "")
        attempt.code = fields["code"] ?? ""
        attempt.stays = ["on", "1", "true"].contains(fields["stay"])
        let (link, isForm) = (isLocal(request) ? fields["set-up"] : nil, fields.isForm)
        let next = SafePath(fields["next"] ?? "/").text
        Task { @SceneActor [attempt] in
            do throws(SignInError) {
                let result: SignInResult =
                    if let link { .signedIn(try await authenticator.setUp(link, attempt)) } else {
                        try await authenticator.signIn(attempt)
                    }
                switch result {
                case .signedIn(let found):
                    let removal = attempt.step.map { _ in [cookies.removal(of: cookies.step)] } ?? []
                    exchange.respond(Self.success(found, cookies, isForm ? next : nil, removal))
                case .needsCode(let step, let lifetime):
                    var problem = Problem(.needsCode)
                    problem.headers.append(cookies.header(cookies.step, step, for: lifetime))
                    let page = SignInPage(next: next, asksForCode: true)
                    exchange.respond(
                        isForm ? page.response(status: problem.status, headers: problem.headers) : problem.response)
                }
            } catch {
                let problem = Problem(error)
                context.record(problem)
                var page = self.page(SignInPage(next: next, name: attempt.name, link: link, fault: problem.message))
                page.stays = attempt.stays
                // Attempts at the second step that are delayed or refused can be repeated.
                page.asksForCode = attempt.step != nil && attempt.name.isEmpty && error != .late
                exchange.respond(
                    isForm ? page.response(status: problem.status, headers: problem.headers) : problem.response)
            }
        }
    }

    private static func success(
        _ found: SignedIn, _ cookies: HostCookies, _ next: String?, _ removal: [(String, String)]
    ) -> HTTPResponse {
        let headers = cookies.headers(of: found) + removal
        guard let next else { return response(found.principal.members, headers: headers) }
        return HTTPResponse(
            status: 303, headers: headers + [("Location", next), ("Cache-Control", "no-store")])
    }

    private static func response(_ principal: JSONObject, headers: [(String, String)]) -> HTTPResponse {
        let body: JSON = ["principal": .object(principal)]
        return HTTPResponse(
            status: 200,
            headers: headers + [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")],
            body: .bytes(body.bytes))
    }

    private func signOut(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        _ = try Authentication.isOfOurPage(request)
        let cookies = context.authentication?.cookies(for: request)
        if context.authentication?.ignoresCookie(of: request) == true { throw .uncountedCookie }
        switch request.identity?.way {
        case .key:
            throw Problem(status: 403, code: "forbidden", message: "A key ends when it is revoked: oriel key revoke.")
        case .token:
            throw Problem(status: 403, code: "forbidden", message: "A token ends at the time that it names (exp).")
        case .session, .proxy, nil: break
        }
        let isForm = try SignInFields(request, limit: Self.largest).isForm
        let removal = cookies.map { [$0.removal(of: $0.session)] } ?? []
        let identity = request.identity
        Task { @SceneActor in
            do throws(SignInError) {
                if let identity { try await authenticator.signOut(identity) }
                let headers = removal + [("Cache-Control", "no-store")] + (isForm ? [("Location", "/-/sign-in")] : [])
                exchange.respond(HTTPResponse(status: isForm ? 303 : 204, headers: headers))
            } catch {
                context.record(Problem(error))
                exchange.respond(Problem(error).response)
            }
        }
    }
}

extension SignInAttempt {
    /// Sets what a request says of its browser and its network.
    @SceneActor mutating func describe(_ request: HTTPRequest, _ cookies: HostCookies, addressHeader: String?) {
        let address = VisitorAddress(of: request, header: addressHeader)
        let jar = Cookies(request.header("Cookie"))
        (browser, former, step) = (jar[cookies.browser], jar[cookies.session], jar[cookies.step])
        network = address.isLocal ? nil : address.text
        agent = request.header("User-Agent") ?? ""
    }
}

/// The members of a body: of a form (`application/x-www-form-urlencoded`), or of JSON. A body that begins with a brace
/// is JSON, because curl calls every body a form.
struct SignInFields {
    /// Whether the body is a form.
    let isForm: Bool
    private let values: [String: String]

    @SceneActor init(_ request: HTTPRequest, limit: Int) throws(Problem) {
        guard request.body.count <= limit else {
            throw Problem(status: 413, code: "too-large", message: "The body is larger than \(limit) bytes.")
        }
        let type = request.header("Content-Type")?.lowercased() ?? ""
        isForm = type.hasPrefix("application/x-www-form-urlencoded") && request.body.first != UInt8(ascii: "{")
        var values: [String: String] = [:]
        if isForm {
            let text = String(decoding: request.body, as: UTF8.self)
            guard let route = Route("/?" + text) else {
                throw .badRequest("invalid-body", "The form has an invalid escape.")
            }
            for parameter in route.parameters { values[parameter.name] = parameter.value }
        } else if !request.body.isEmpty {
            guard case .object(let members)? = try? JSON(parsing: request.body) else {
                throw .badRequest("invalid-body", "The body has to be a form or a JSON object.")
            }
            for (name, value) in members { values[name] = value.stringValue ?? (value == true ? "true" : nil) }
        }
        self.values = values
    }

    subscript(name: String) -> String? { values[name] }
}

/// A path of this server. Browsers take `//host`, `/\host` and names of schemes for other servers, and ignore tabs.
struct SafePath {
    /// The path and query; `/` for anything that may lead elsewhere.
    let text: String

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let isSafe =
            bytes.first == UInt8(ascii: "/") && bytes.dropFirst().first != UInt8(ascii: "/") && bytes.count <= 4096
            && bytes.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }
            && !text.hasPrefix("/-/sign-")
        self.text = isSafe ? text : "/"
    }
}
