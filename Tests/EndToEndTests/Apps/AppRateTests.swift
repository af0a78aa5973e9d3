import JSON
import Loop
import Scenes
import TestSupport
import Testing
import ViewModels

/// Rate limits of an app.
@Suite(.timeLimit(.minutes(5))) struct AppRateTests {
    private final class Bell: ViewModel {
        init(_ limit: RateLimit) {
            super.init()
            commands = [
                Command("ring", title: "Ring") { call in
                    try limit.use(by: call)
                    call.result = ["rung": true]
                }
            ]
        }
    }

    private static func withBell(
        people: [String: Set<String>]? = nil, _ body: @Sendable (AppServer) async throws -> Void
    ) async throws {
        try await withApp(
            people: people,
            app: { _ in
                let limit = RateLimit(3, per: .seconds(3600))
                let app = AppCoordinator()
                app.screen("/bell") { _ in Bell(limit) }
                return app
            }, body)
    }

    @Test func aCallOverTheLimitLearnsWhenToTryAgain() async throws {
        try await Self.withBell { app async throws in
            for _ in 1...3 { #expect(try await app.http.post("/bell:ring").status == 200) }
            let refused = try await app.http.post("/bell:ring")
            #expect(refused.status == 429)
            let seconds = try #require(refused.headers["retry-after"].flatMap { Int64($0) })
            #expect((1190...1200).contains(seconds))
            #expect(try refused.json["code"] == "too-fast")
            let socket = try await SocketClient(port: app.port)
            let scene = try #require(try await socket.open("/bell")["scene"])
            try await socket.send(["type": "command", "ref": 1, "scene": scene, "command": "ring"])
            let error = try await socket.next { $0["type"] == "reply" }["error"]
            #expect(error?["code"] == "too-fast")
            #expect((1190...1200).contains(error?["retryAfter"]?.intValue ?? 0))
        }
    }

    @Test func eachPersonHasALimit() async throws {
        try await Self.withBell(people: ["ada": [], "bob": []]) { app async throws in
            let (ada, bob) = try await (app.browser("ada"), app.browser("bob"))
            for _ in 1...3 { #expect(try await app.http.post("/bell:ring", [:], ada).status == 200) }
            #expect(try await app.http.post("/bell:ring", [:], ada).status == 429)
            #expect(try await app.http.post("/bell:ring", [:], bob).status == 200)
        }
    }

    @Test func aRefusedCallMayComeAgainWithItsKey() async throws {
        try await withApp(
            app: { _ in
                let limit = RateLimit(1, per: .milliseconds(300))
                let app = AppCoordinator()
                app.screen("/bell") { _ in Bell(limit) }
                return app
            }
        ) { app async throws in
            _ = try await app.http.post("/bell:ring")
            let deadline = ContinuousClock.now + patienceOfTests
            var answer = try await app.http.post("/bell:ring", [:], ["Idempotency-Key": "one"])
            while answer.status == 429, ContinuousClock.now < deadline {
                answer = try await app.http.post("/bell:ring", [:], ["Idempotency-Key": "one"])
            }
            #expect(answer.status == 200)
        }
    }
}
