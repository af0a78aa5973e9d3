import HTTPServer
import Loop
import Scenes

/// Signing in at a service: `/-/sign-in/NAME` leads there, and `/-/sign-in/NAME/back` is where the service leads back
/// to.
@SceneActor final class ServiceEndpoint {
    private let context: ServerContext
    private let authenticator: any Authenticator

    init(context: ServerContext, authenticator: any Authenticator) {
        self.context = context
        self.authenticator = authenticator
    }

    /// Whether a path may be of this endpoint.
    static func isOne(_ path: String) -> Bool { path.hasPrefix("/-/sign-in/") }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Problem) {
        let service = authenticator.services.first { [$0.path, $0.path + "/back"].contains(request.path) }
        guard let service else { throw .notFound("Unknown path: \(request.path).") }
        guard request.method != "OPTIONS" else { return exchange.respond(.options(Self.methods)) }
        guard request.method == "GET" else { throw .methodNotAllowed(request.method, allow: Self.methods) }
        try OriginPolicy.checkReader(request)
        guard let cookies = context.authentication?.cookies(for: request), let host = request.host else {
            guard request.pageOrJSON == .html else { throw .insecure }
            context.record(.insecure)
            return exchange.respond(SignInPage.insecure)
        }
        let address = VisitorAddress(of: request, header: context.settings.addressHeader)
        try context.limits.runCommand(of: address.isLocal ? "" : address.text, rate: context.settings.commandRate)
        let back = "\(cookies.isSecure ? "https" : "http")://\(host)\(service.path)/back"
        if request.path == service.path {
            begin(service, back, cookies, request, exchange)
        } else {
            finish(service, back, cookies, request, exchange)
        }
    }

    private static let methods = "GET, OPTIONS"

    private func begin(
        _ service: LoginServiceLink, _ back: String, _ cookies: HostCookies, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let next = SafePath(Route(request.target)?["next"] ?? "/").text
        Task { @SceneActor in
            do throws(SignInError) {
                let passage = try await authenticator.beginSignIn(at: service.name, back: back, next: next)
                let cookie = cookies.header(cookies.passage, passage.cookie, for: passage.lifetime)
                exchange.respond(Self.redirect(to: passage.location, [cookie]))
            } catch {
                respond(error, next, [], request, exchange)
            }
        }
    }

    private func finish(
        _ service: LoginServiceLink, _ back: String, _ cookies: HostCookies, _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        let parameters = Route(request.target)?.parameters ?? []
        func value(_ name: String) -> String? {
            let values = parameters.filter { $0.name == name }
            return values.count == 1 ? values[0].value : nil
        }
        var answer = LoginAnswer(back: back)
        (answer.code, answer.state) = (value("code"), value("state"))
        (answer.issuer, answer.error) = (value("iss"), value("error"))
        answer.cookie = Cookies(request.header("Cookie"))[cookies.passage]
        var attempt = SignInAttempt(name: "", password: "")
        attempt.describe(request, cookies, addressHeader: context.settings.addressHeader)
        let removal = cookies.removal(of: cookies.passage)
        Task { @SceneActor [answer, attempt] in
            do throws(SignInError) {
                let (found, next) = try await authenticator.finishSignIn(at: service.name, answer, attempt)
                exchange.respond(Self.redirect(to: SafePath(next).text, cookies.headers(of: found) + [removal]))
            } catch {
                respond(error, "/", error == .stale ? [] : [removal], request, exchange)
            }
        }
    }

    private static func redirect(to location: String, _ cookies: [(String, String)]) -> HTTPResponse {
        HTTPResponse(status: 303, headers: cookies + [("Location", location), ("Cache-Control", "no-store")])
    }

    private func respond(
        _ error: SignInError, _ next: String, _ headers: [(String, String)], _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        var problem = Problem(error)
        problem.headers += headers
        context.record(problem)
        guard request.pageOrJSON == .html else { return exchange.respond(problem.response) }
        var page = SignInPage(next: next, fault: problem.message)
        page.services = authenticator.services
        exchange.respond(page.response(status: problem.status, headers: problem.headers))
    }
}
