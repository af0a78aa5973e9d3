import Cryptography
import Foundation
import HTTPServer
import JSON
import Loop
import Scenes
import TestSupport

/// A service at which people sign in, on a port of this machine. It checks what a client sends, as a real one does.
@SceneActor final class FakeService: HTTPHandler {
    /// What the service does instead of answering.
    enum Trouble {
        case silence, flood, failure, page, redirect, noAnswer
    }

    nonisolated static let (client, secret) = ("desk", "a secret & odd: secret")

    /// The keys that it publishes. The first one signs.
    var keys: [SigningKey]
    /// The claims of the next token that differ from the usual ones; `null` leaves one out.
    var claims: JSONObject = [:]
    /// The members of the head of the next token.
    var head: JSONObject = [:]
    /// Replaces the next token.
    var forge: ((_ claims: JSON) -> String)?
    /// What it says about itself, besides the usual.
    var metadata: JSONObject = [:]
    /// The trouble with each path.
    var trouble: [String: Trouble] = [:]
    /// The paths of all requests.
    private(set) var requests: [String] = []
    private(set) var port = 0
    private var grants: [String: Grant] = [:]
    private var held: [HTTPExchange] = []
    private var server: HTTPServer?

    private struct Grant {
        let client, nonce, challenge, back: String
    }

    var issuer: String { "http://127.0.0.1:\(port)" }

    init(_ keys: [SigningKey]) throws {
        self.keys = keys
        let server = HTTPServer(configuration: HTTPConfiguration(), handler: self)
        self.server = server
        port = try server.start()
    }

    func stop() async {
        held = []
        await server?.stop()
        server = nil
    }

    /// Signs a person in at the page that a browser was led to, and returns the target that leads it back.
    func approve(_ location: String, as client: String? = nil, issuer: String? = nil) throws -> String {
        guard location.hasPrefix("\(self.issuer)/authorize?"),
            let route = Route("/?" + location.split(separator: "?", maxSplits: 1)[1]), let back = route["redirect_uri"],
            let state = route["state"], let nonce = route["nonce"], let challenge = route["code_challenge"],
            route["code_challenge_method"] == "S256", route["response_type"] == "code",
            route["scope"]?.split(separator: " ").contains("openid") == true,
            let path = back.range(of: "/-/sign-in/").map({ back[$0.lowerBound...] })
        else { throw ClientError("\(location) asks for no code") }
        let code = "code-\(grants.count)-\(UInt64.random(in: 0...(.max)))"
        grants[code] = Grant(
            client: client ?? route["client_id"] ?? "", nonce: nonce, challenge: challenge, back: back)
        let name = issuer.map { "&iss=\($0)" } ?? ""
        return "\(path)?code=\(code)&state=\(state)\(name)"
    }

    func bodyLimit(for request: HTTPRequest) -> BodyLimit { BodyLimit(10_000, name: "bodyLimit") }

    func problem(status: Int, code: String, detail: String, limit: String?) -> HTTPResponse {
        HTTPResponse(status: status)
    }

    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        requests.append(request.path)
        switch trouble[request.path] {
        case .silence: held.append(exchange)
        case .flood:
            respond(200, ["filler": .string(String(repeating: "x", count: 400_000))], exchange)
        case .failure: respond(500, ["error": "server_error"], exchange)
        case .page: exchange.respond(HTTPResponse(status: 200, body: .bytes(Array("<html>".utf8))))
        case .redirect:
            exchange.respond(HTTPResponse(status: 302, headers: [("Location", "\(issuer)/elsewhere")]))
        case .noAnswer: respond(200, [:], exchange)
        case nil: answer(request, exchange)
        }
    }

    private func answer(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch request.path {
        case "/.well-known/openid-configuration":
            var document: JSONObject = [
                "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"),
                "token_endpoint": .string("\(issuer)/token"), "jwks_uri": .string("\(issuer)/keys"),
            ]
            for (name, value) in metadata { document[name] = value }
            respond(200, .object(document), exchange)
        case "/keys": respond(200, ["keys": .array(keys.map(\.jwk))], exchange)
        case "/token" where request.method == "POST": token(request, exchange)
        default: exchange.respond(HTTPResponse(status: 404))
        }
    }

    private func token(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        let form = Route("/?" + String(decoding: request.body, as: UTF8.self))
        let pair = "desk:a%20secret%20%26%20odd%3A%20secret"
        let isKnown =
            request.header("Authorization") == "Basic \(Base64.encode(Array(pair.utf8)))"
            || form?["client_secret"] == Self.secret
        guard isKnown, form?["grant_type"] == "authorization_code" else {
            return respond(401, ["error": "invalid_client"], exchange)
        }
        let verifier = Hash.sha256.digest(of: Array((form?["code_verifier"] ?? "").utf8))
        guard let code = form?["code"], let grant = grants.removeValue(forKey: code), grant.client == Self.client,
            grant.back == form?["redirect_uri"], grant.challenge == Base64.encodeURL(verifier)
        else { return respond(400, ["error": "invalid_grant"], exchange) }
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(Self.client), "sub": "7", "nonce": .string(grant.nonce),
            "email": "eve@desk.test", "email_verified": true, "groups": ["ops", "other"],
            "exp": .double(Date().timeIntervalSince1970 + 300),
        ]
        for (name, value) in self.claims { claims[name] = value == .null ? nil : value }
        let token = forge?(.object(claims)) ?? keys[0].token(.object(claims), head: head)
        respond(200, ["token_type": "Bearer", "access_token": "opaque", "id_token": .string(token)], exchange)
    }

    private func respond(_ status: Int, _ json: JSON, _ exchange: HTTPExchange) {
        exchange.respond(
            HTTPResponse(
                status: status, headers: [("Content-Type", "application/json")], body: .bytes(json.bytes)))
    }
}
