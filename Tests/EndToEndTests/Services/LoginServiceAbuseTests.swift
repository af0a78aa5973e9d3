import Access
import Cryptography
import Foundation
import JSON
import Outbound
import Scenes
import TestSupport
import Testing

/// Case 47 of the abuse cases: answers that do not belong to a sign-in here, and services in trouble.
@Suite(.timeLimit(.minutes(5))) struct LoginServiceAbuseTests {
    private static func serve(_ body: @Sendable (ServedDesk) async throws -> Void) async throws {
        try await ServedDesk.serve({ $0.create = true }, body)
    }

    /// Checks that a refused answer has begun nothing, and tells no secret.
    private static func expectRefused(
        _ answer: HTTPAnswer, _ code: String, _ desk: ServedDesk, _ name: String = ""
    ) async throws {
        #expect(try answer.json["code"] == .string(code), "\(name): \(answer.text)")
        #expect(answer.cookies["oriel"] == nil, "\(name)")
        let counts = "SELECT count(*) FROM Session; SELECT count(*) FROM Account; SELECT count(*) FROM Person"
        #expect(try await desk.access(counts) == "0\n0\n1\n", "\(name)")
        for secret in [FakeService.secret, "code-", "127.0.0.1:\(await desk.service.port)"] {
            #expect(!answer.text.contains(secret), "\(name)")
        }
    }

    @Test func anAnswerCountsOnceAndInItsBrowserOnly() async throws {
        try await Self.serve { desk in
            let (mine, other) = (try await desk.begin(), try await desk.begin())
            let target = try await desk.service.approve(mine.location)
            let foreign = try await desk.service.approve(other.location)
            for (name, target, cookie) in [
                ("no cookie", target, ""), ("another browser", target, other.cookie),
                ("another state", foreign, mine.cookie), ("a forged cookie", target, mine.cookie + "A"),
                ("no state", target.replacing(#/&state=[^&]*/#, with: ""), mine.cookie),
                ("two states", target + "&state=x", mine.cookie),
                ("two cookies", target, mine.cookie + "; " + other.cookie),
            ] {
                try await Self.expectRefused(try await desk.finish(target, cookie), "sign-in-stale", desk, name)
            }
            #expect(await !desk.service.requests.contains("/token"))
            let page = try await desk.finish(target, "", html: true)
            #expect(page.status == 400 && page.text.contains("Begin again.") && page.text.contains("/-/sign-in/desk"))
            #expect(try await desk.finish(target, mine.cookie).status == 303)
            let replayed = try await desk.finish(target, mine.cookie)
            #expect(replayed.status == 400)
            #expect(try replayed.json["code"] == "sign-in-stale")
            #expect(replayed.cookies["oriel"] == nil)
            #expect(await desk.service.requests.count { $0 == "/token" } == 1)
            try await desk.audit(of: "sign-in refused||service desk")
        }
    }

    @Test func aSignInThatTakesTooLongIsOver() async throws {
        try await Self.serve { desk in
            let beginning = try await desk.begin()
            let target = try await desk.service.approve(beginning.location)
            let now = Date().timeIntervalSince1970
            for skew in [601.0, -60] {
                await desk.server.setClock(to: now + skew)
                try await Self.expectRefused(
                    try await desk.finish(target, beginning.cookie), "sign-in-stale", desk, "\(skew)")
            }
        }
    }

    /// The claims of the token.
    @Test(
        arguments: [
            ("another nonce", ["nonce": "x"]), ("no nonce", ["nonce": .null]), ("another client", ["aud": "other"]),
            ("two audiences without a party", ["aud": ["desk", "other"]]),
            ("another party", ["aud": ["desk", "other"], "azp": "other"]),
            ("one audience, another party", ["azp": "x"]),
            ("another issuer", ["iss": "https://evil.test"]), ("no issuer", ["iss": .null]), ("no end", ["exp": .null]),
            ("expired", ["exp": 1_700_000_000]), ("too early", ["nbf": 4_000_000_000]), ("no subject", ["sub": .null]),
            ("an odd subject", ["sub": "a\u{7}b"]), ("a number as subject", ["sub": 7]),
            ("an empty subject", ["sub": ""]),
        ] as [(String, JSONObject)])
    func aTokenThatIsNotForThisSignInIsRefused(name: String, claims: JSONObject) async throws {
        try await Self.serve { desk in
            await desk.set { $0.claims = claims }
            try await Self.expectRefused(try await desk.signIn(), "sign-in-refused", desk, name)
            try await desk.audit(of: "sign-in refused||service desk")
        }
    }

    @Test func aTokenThatTheServiceHasNotSignedIsRefused() async throws {
        let other = try SigningKey("one")
        let forgeries: [(String, @Sendable (JSON) -> String)] = [
            ("another key", { other.token($0) }),
            ("an unknown key", { other.token($0, head: ["kid": "two"]) }),
            ("an access token", { other.token($0, head: ["typ": "at+jwt"]) }),
            ("none", { "\((["alg": "none"] as JSON).bytes.base64URL).\($0.bytes.base64URL)." }),
            ("not a token", { _ in "x.y" }), ("empty", { _ in "" }),
            ("1 MB", { other.token($0, head: ["cty": .string(String(repeating: "x", count: 9_000))]) }),
        ]
        for (name, forge) in forgeries {
            try await Self.serve { desk in
                await desk.set { $0.forge = forge }
                try await Self.expectRefused(try await desk.signIn(), "sign-in-refused", desk, name)
            }
        }
        try await Self.serve { desk in
            await desk.set { $0.head = ["typ": "logout+jwt"] }
            try await Self.expectRefused(try await desk.signIn(), "sign-in-refused", desk, "another type")
        }
    }

    @Test func aCodeOfAnotherClientIsRefused() async throws {
        try await Self.serve { desk in
            let beginning = try await desk.begin()
            let target = try await desk.service.approve(beginning.location, as: "other")
            try await Self.expectRefused(try await desk.finish(target, beginning.cookie), "sign-in-refused", desk)
            try await desk.audit(of: "the service says invalid_grant")
            // The code of another sign-in fails by its verifier.
            let (mine, theirs) = (try await desk.begin(), try await desk.begin())
            let stolen =
                try await desk.service.approve(theirs.location).firstMatch(of: #/code=([^&]*)/#)?.output.1 ?? ""
            let own = try await desk.service.approve(mine.location)
            let injected = own.replacing(#/code=[^&]*/#, with: "code=\(stolen)")
            try await Self.expectRefused(try await desk.finish(injected, mine.cookie), "sign-in-refused", desk)
        }
    }

    /// RFC 9207: the answer of another issuer.
    @Test func anAnswerOfAnotherIssuerIsRefused() async throws {
        try await Self.serve { desk in
            let beginning = try await desk.begin()
            let evil = try await desk.service.approve(beginning.location, issuer: "https://evil.test")
            try await Self.expectRefused(try await desk.finish(evil, beginning.cookie), "sign-in-refused", desk)
            #expect(await !desk.service.requests.contains("/token"))
            let issuer = await desk.service.issuer
            let own = try await desk.service.approve(beginning.location, issuer: issuer)
            #expect(try await desk.finish(own, beginning.cookie).status == 303)
        }
        try await Self.serve { desk in
            await desk.set { $0.metadata = ["authorization_response_iss_parameter_supported": true] }
            try await Self.expectRefused(try await desk.signIn(), "sign-in-refused", desk)
        }
    }

    @Test func aRefusalOfTheServiceIsTold() async throws {
        try await Self.serve { desk in
            let beginning = try await desk.begin()
            let target = try await desk.service.approve(beginning.location)
            let denied = target.replacing(#/code=[^&]*/#, with: "error=access_denied&error_description=%3Cb%3E")
            let answer = try await desk.finish(denied, beginning.cookie)
            try await Self.expectRefused(answer, "sign-in-refused", desk)
            #expect(!answer.text.contains("<b>"))
        }
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/keys", "/token"])
    func aServiceInTroubleHoldsUpNobody(path: String) async throws {
        for trouble in [FakeService.Trouble.silence, .flood, .failure, .page, .redirect, .noAnswer] {
            try await Self.serve { desk in
                let isFirst = path == "/.well-known/openid-configuration"
                let beginning = isFirst ? nil : try await desk.begin()
                var limits = OutboundRequest.Limits()
                if trouble == .silence { limits.time = .milliseconds(200) }
                await desk.server.limitServices(to: limits)
                await desk.set { $0.trouble = [path: trouble] }
                let answer: HTTPAnswer
                if let beginning {
                    let target = try await desk.service.approve(beginning.location)
                    answer = try await desk.finish(target, beginning.cookie)
                } else {
                    answer = try await desk.server.http.get("/-/sign-in/desk", ["Accept": "application/json"])
                }
                #expect(answer.status == 503 && answer.headers["retry-after"] == "5", "\(trouble)")
                try await Self.expectRefused(answer, "service-unavailable", desk, "\(path) \(trouble)")
                #expect(await !desk.service.requests.contains("/elsewhere"))
                // A later attempt succeeds.
                await desk.set { $0.trouble = [:] }
                await desk.server.limitServices(to: OutboundRequest.Limits())
                #expect(try await desk.signIn().status == 303)
            }
        }
    }

    /// A silent service takes no thread of the loop: others are served meanwhile.
    @Test func whileAServiceIsSilentOthersAreServed() async throws {
        try await Self.serve { desk in
            await desk.set { $0.trouble = ["/.well-known/openid-configuration": .silence] }
            async let waiting = desk.server.http.get("/-/sign-in/desk", ["Accept": "application/json"])
            let cookies = try await desk.server.cookies()
            #expect(try await desk.server.http.get("/note", ["Cookie": cookies]).status == 200)
            await desk.service.stop()
            #expect(try await waiting.status == 503)
            #expect(try await desk.server.http.get("/-/sign-in/desk").status == 503)
        }
    }

    @Test(
        arguments: [
            ["issuer": "https://evil.test"], ["token_endpoint": "http://login.example.com/token"],
            ["jwks_uri": "file:///x"],
            ["authorization_endpoint": "javascript:alert(1)"], ["token_endpoint": .null],
        ] as [JSONObject])
    func aDocumentOfAnotherIssuerIsRefused(metadata: JSONObject) async throws {
        try await Self.serve { desk in
            await desk.set { $0.metadata = metadata }
            let answer = try await desk.server.http.get("/-/sign-in/desk", ["Accept": "application/json"])
            try await Self.expectRefused(answer, "service-unavailable", desk)
        }
    }
}

extension TestServer {
    /// Changes the limits of requests to services.
    func limitServices(to limits: OutboundRequest.Limits) { access?.limitServices(to: limits) }
}

extension [UInt8] {
    fileprivate var base64URL: String { Base64.encodeURL(self) }
}
