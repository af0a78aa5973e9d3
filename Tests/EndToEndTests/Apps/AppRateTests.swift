import JSON
import Loop
import OrielTesting
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

    /// Serves a bell that each visitor may ring so often in a period.
    private func makeBell(
        _ count: Int = 3, per period: Duration = .seconds(3600), people: [Principal]? = nil
    ) async throws -> TestApp {
        try await TestApp(people: people) { _ in
            let limit = RateLimit(count, per: period)
            let app = AppCoordinator()
            app.screen("/bell") { _ in Bell(limit) }
            return app
        }
    }

    @Test func aCallOverTheLimitLearnsWhenToTryAgain() async throws {
        let app = try await makeBell()
        for _ in 1...3 { #expect(try await app.post("/bell:ring").status == 200) }
        let refused = try await app.post("/bell:ring")
        #expect(refused.status == 429)
        let seconds = try #require(refused.headers["retry-after"].flatMap { Int($0) })
        #expect((1190...1200).contains(seconds))
        #expect(refused.json["code"] == "too-fast")
        let page = try await Visit(app, "/bell")
        let refusal = await #expect(throws: OrielTesting.Refusal.self) { try await page.tap("Ring") }
        #expect(refusal?.code == "too-fast")
        #expect((1190...1200).contains(refusal?.retryAfter ?? 0))
    }

    @Test func eachPersonHasALimit() async throws {
        let (ada, bob) = (Principal.person("ada"), Principal.person("bob"))
        let app = try await makeBell(people: [ada, bob])
        for _ in 1...3 { #expect(try await app.post("/bell:ring", as: ada).status == 200) }
        #expect(try await app.post("/bell:ring", as: ada).status == 429)
        #expect(try await app.post("/bell:ring", as: bob).status == 200)
    }

    @Test func aRefusedCallMayComeAgainWithItsKey() async throws {
        let app = try await makeBell(1, per: .milliseconds(300))
        _ = try await app.post("/bell:ring")
        let deadline = ContinuousClock.now + patienceOfTests
        var answer = try await app.post("/bell:ring", [:], ["Idempotency-Key": "one"])
        while answer.status == 429, ContinuousClock.now < deadline {
            answer = try await app.post("/bell:ring", [:], ["Idempotency-Key": "one"])
        }
        #expect(answer.status == 200)
    }
}
