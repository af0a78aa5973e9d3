import Access
import JSON
import Loop
import Scenes
import Serving
import TestSupport
import Testing

/// A server at which people sign in by a service, with the person "ada" who has a password.
struct ServedDesk: Sendable {
    let server: TestServer
    let service: FakeService

    private static let key = Result { try SigningKey("one") }

    /// Changes of the service's settings.
    typealias Change = @Sendable (inout LoginService) -> Void
    static let creating: Change = { $0.create = true }
    static let naming: Change = { ($0.create, $0.person) = (true, "nickname") }
    static let linking: Change = { $0.linkByMail = true }
    static let linkingOrCreating: Change = { ($0.linkByMail, $0.create) = (true, true) }

    /// Gives a body the server and the service, and stops both.
    static func serve(
        keys: [SigningKey]? = nil, _ change: @escaping Change = { _ in },
        _ body: @Sendable (ServedDesk) async throws -> Void
    ) async throws {
        let keys = try keys ?? [key.get()]
        try await using({ try await FakeService(keys) }, close: { await $0.stop() }) { service in
            let issuer = await service.issuer
            try await Guarded.serve(
                "",
                { settings in
                    var desk = LoginService(
                        name: "desk", issuer: issuer, client: FakeService.client, secret: FakeService.secret)
                    desk.title = "Sign in at <the desk>"
                    change(&desk)
                    settings.oidc = [desk]
                }
            ) { try await body(ServedDesk(server: $0, service: service)) }
        }
    }

    /// A sign-in that has led the browser to the service.
    struct Beginning {
        let location: String
        /// The cookies of the browser.
        let cookie: String
    }

    /// Goes to the service, as a browser does.
    func begin(next: String = "/note") async throws -> Beginning {
        let answer = try await server.http.get("/-/sign-in/desk?next=\(next)", ["Sec-Fetch-Site": "same-origin"])
        guard answer.status == 303, let location = answer.headers["location"] else {
            throw ClientError("\(answer.status) \(answer.text)")
        }
        return Beginning(location: location, cookie: answer.jar)
    }

    /// Comes back from the service, as a browser does.
    func finish(_ target: String, _ cookie: String, html: Bool = false) async throws -> HTTPAnswer {
        var headers = [
            "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
            "Accept": html ? "text/html" : "application/json",
        ]
        if !cookie.isEmpty { headers["Cookie"] = cookie }
        return try await server.http.get(target, headers)
    }

    /// Signs in at the service, and comes back.
    func signIn(next: String = "/note") async throws -> HTTPAnswer {
        let beginning = try await begin(next: next)
        return try await finish(try await service.approve(beginning.location), beginning.cookie)
    }

    /// Changes what the service does.
    func set(_ change: @SceneActor @Sendable (FakeService) -> Void) async { await change(service) }

    /// Runs SQL in the database of access.
    func access(_ sql: String) async throws -> String {
        let path = await server.accessPath
        return try await Database.run(sql, at: path)
    }

    /// Waits until the audit has an event with a text.
    func audit(of text: String) async throws {
        let deadline = ContinuousClock.now + patienceOfTests
        while try await !access("SELECT * FROM Audit").contains(text) {
            guard .now < deadline else { throw ClientError("the audit does not say: \(text)") }
        }
    }
}
