import Blueprints
import JSON
import Loop
import Observation
import Scenes
import Serving
import TestSupport
import Testing
import ViewModels

/// Screens whose making waits.
@Suite(.timeLimit(.minutes(5))) struct MakingTests {
    /// What the screens of a test wait for, and what became of them.
    @SceneActor @Observable final class Works {
        @ObservationIgnored let gate = Gate()
        private(set) var begun = 0
        private(set) var cancelled = 0
        @ObservationIgnored private var error: (any Error & Sendable)?

        nonisolated init() {}

        func fail(by error: (any Error & Sendable)?) { self.error = error }

        func make(_ title: String) async throws -> ViewModel {
            begun += 1
            await gate.pass()
            if Task.isCancelled { cancelled += 1 }
            if let error { throw error }
            return MadeViewModel(title)
        }
    }

    private final class MadeViewModel: ViewModel {
        @Input var note = ""
        @Output var made = true

        init(_ title: String) {
            super.init(title: title)
            commands = [Command("name", title: "Name") { call in call.result = ["title": .string(title)] }]
        }
    }

    private struct Unheard: Error {}

    @SceneActor private static func app(_ works: Works) -> AppCoordinator {
        let app = AppCoordinator()
        app.screen(RoutePattern("/shared/{id}", Int.self)) { _, id async throws in try await works.make("shared \(id)")
        }
        app.personal("/own") { _, visitor async throws in try await works.make("own") }
        app.screen("/none") { _ async throws in
            await works.gate.pass()
            return nil
        }
        return app
    }

    private static func withApp(
        _ works: Works, _ change: @Sendable @escaping (inout Settings) -> Void = { _ in },
        _ body: @Sendable (AppServer) async throws -> Void
    ) async throws {
        try await EndToEndTests.withApp(settings: change, app: { _ in Self.app(works) }, body)
    }

    @Test func aRequestWaitsForTheScreen() async throws {
        let works = Works()
        try await Self.withApp(works) { app async throws in
            async let answer = app.http.get("/shared/7")
            try await until("it is made") { works.begun == 1 }
            await works.gate.open()
            let document = try await answer.json
            #expect(document["title"] == "shared 7" && document["phase"] == "loaded" && document["screen"] == "made")
            #expect(try await app.http.post("/shared/7:name").json["result"]?["title"] == "shared 7")
            #expect(try await app.http.get("/shared/x").status == 404)
            #expect(try await app.http.get("/none").status == 404)
            #expect(await works.begun == 1)
        }
    }

    @Test func aScreenIsLoadingUntilItIsMade() async throws {
        let works = Works()
        try await Self.withApp(works, { $0.patience = .milliseconds(20) }) { app async throws in
            let socket = try await SocketClient(port: app.port)
            let opened = try await socket.open("/shared/1")
            #expect(opened["document"]?["phase"] == "loading")
            let refused = try await app.http.get("/shared/1")
            #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
            #expect(try await app.http.post("/shared/1:name").status == 503)
            let stream = try await EventClient(port: app.port, "/shared/1")
            #expect(try await stream.next().data["phase"] == "loading")
            await works.gate.open()
            try await socket.follow(try #require(opened["scene"]?.intValue)) { $0["title"] == "shared 1" }
            while stream.document["title"] != "shared 1" { _ = try await stream.next() }
            #expect(await works.begun == 1)
        }
    }

    @Test func anErrorIsTheResponseAtEveryTransport() async throws {
        for (error, status, code) in [
            (RouteError.notFound(message: "No such order."), 404, "not-found"),
            (RouteError.forbidden(message: "Not yours."), 403, "forbidden"),
            (RouteError.invalid(message: "Not a date."), 400, "invalid-route"),
            (RouteError.unavailable(code: "bank", message: "The bank is closed."), 503, "bank"),
            (CommandFailure.tooFast(seconds: 9), 429, "too-fast"),
            (CommandFailure.conflict(message: "Sold.", fields: [:]), 409, "conflict"), (Unheard(), 500, "failed"),
        ] as [(any Error & Sendable, Int, JSON)] {
            let works = Works()
            try await Self.withApp(works) { app async throws in
                await works.fail(by: error)
                await works.gate.open()
                let answer = try await app.http.get("/own")
                #expect(answer.status == status)
                #expect(try answer.json["code"] == code)
                #expect(try await app.http.post("/own:name").json["code"] == code)
                let stream = try await app.http.get("/own", ["Accept": "text/event-stream"])
                #expect(stream.status == status)
                let socket = try await SocketClient(port: app.port)
                #expect(try await socket.open("/own")["code"] == code)
                await works.fail(by: nil)
                #expect(try await app.http.get("/own").status == 200, "it is made again")
            }
        }
    }

    @Test func whoeverIsWatchingLearnsOfAnError() async throws {
        let works = Works()
        try await Self.withApp(works, { $0.patience = .milliseconds(20) }) { app async throws in
            let socket = try await SocketClient(port: app.port)
            _ = try await socket.open("/shared/1")
            await works.fail(by: RouteError.forbidden(message: "Not yours."))
            await works.gate.open()
            #expect(try await socket.next { $0["type"] == "gone" }["code"] == "forbidden")
        }
    }

    @Test @SceneActor func aTestMakesAScreenByItsPlan() async throws {
        let works = Works()
        works.gate.open()
        let app = Self.app(works)
        let plan = try app.screen(for: try #require(Route("/shared/3")), as: .nobody)
        #expect(try await plan.viewModel().title == "shared 3")
        works.fail(by: Unheard())
        await #expect(throws: Unheard.self) { _ = try await plan.viewModel() }
    }

    @Test func theMakingIsCancelledWhenNobodyWaits() async throws {
        let works = Works()
        try await Self.withApp(
            works,
            { settings in
                settings.patience = .milliseconds(20)
                settings.linger = .milliseconds(20)
            }
        ) { app async throws in
            #expect(try await app.http.get("/shared/1").status == 503)
            try await until("it is cancelled") { works.cancelled == 1 }
        }
    }

    @Test func inputsAreRestored() async throws {
        let works = Works()
        try await Self.withApp(works, { $0.linger = .milliseconds(20) }) { app async throws in
            await works.gate.open()
            let cookie = try await app.http.get("/own").jar
            let headers = ["Cookie": cookie]
            #expect(try await app.http.post("/own:input", ["note": "mine"], headers).status == 200)
            try await app.closesScenes()
            #expect(try await app.http.get("/own", headers).json["inputs"]?["note"] == "mine")
            // On a busy machine, the first screen may be closed even before the input arrives.
            #expect(await works.begun >= 2)
        }
    }
}
