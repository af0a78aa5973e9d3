import JSON
import Loop
import Scenes
import TestSupport
import Testing
import ViewModels

/// Code that waits until clients have received what the screen shows.
@Suite(.timeLimit(.minutes(5))) struct DeliveryTests {
    /// A board that counts. Each command waits for the clients.
    @SceneActor private final class BoardViewModel: ViewModel {
        @Output var outcome = "none"
        @Output var count = 0

        init() {
            super.init(screen: "board")
            commands = [
                Command("add", title: "Add") { [unowned self] _ in
                    count += 1
                    outcome = await received(within: .seconds(200)) ? "received" : "late"
                },
                Command("hurry", title: "Hurry") { [unowned self] _ in
                    count += 1
                    outcome = await received(within: .milliseconds(1)) ? "received" : "late"
                },
            ]
        }
    }

    @SceneActor private final class Board: AppCoordinator {
        override init() {
            super.init()
            screen("/board") { _ in BoardViewModel() }
        }
    }

    private func withBoard(_ body: @Sendable (AppServer, SocketClient, SocketClient, Int64) async throws -> Void)
        async throws
    {
        try await withApp(app: { _ in Board() }) { server in
            let (one, other) = (try await SocketClient(port: server.port), try await SocketClient(port: server.port))
            let scene = try #require(try await one.open("/board")["scene"]?.intValue)
            _ = try await other.open("/board")
            try await body(server, one, other, scene)
        }
    }

    /// Waits until the board has counted, and returns the outcome at that time.
    private func outcomeAfterCount(_ server: AppServer) async throws -> JSON? {
        while true {
            let board = try await server.http.get("/board").json
            if board["outputs"]?["count"] == 1 { return board["outputs"]?["outcome"] }
        }
    }

    @Test func codeWaitsForAClientThatReadsLater() async throws {
        try await withBoard { server, one, other, scene in
            async let reply = one.run("add", scene: scene)
            #expect(try await outcomeAfterCount(server) == "none")
            while other.replicas[scene]?.document["outputs"]?["outcome"] != "received" { _ = try await other.next() }
            #expect(try await reply["result"] != nil)
        }
    }

    @Test func codeDoesNotWaitForAClientThatLeaves() async throws {
        try await withBoard { server, one, other, scene in
            async let reply = one.run("add", scene: scene)
            #expect(try await outcomeAfterCount(server) == "none")
            _ = try await other.close()
            #expect(try await reply["result"] != nil)
            #expect(one.replicas[scene]?.document["outputs"]?["outcome"] == "received")
        }
    }

    @Test func codeWaitsNoLongerThanItsLimit() async throws {
        try await withBoard { _, one, _, scene in
            let reply = try await one.run("hurry", scene: scene)
            #expect(reply["result"] != nil)
            #expect(one.replicas[scene]?.document["outputs"]?["outcome"] == "late")
        }
    }

    @Test func withoutClientsNothingIsAwaited() async throws {
        try await withBoard { server, one, other, _ in
            _ = (try await one.close(), try await other.close())
            #expect(try await server.http.post("/board:add").status == 200)
            #expect(try await server.http.get("/board").json["outputs"]?["outcome"] == "received")
        }
    }
}
