import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// Clients that return after a restart.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ResumeTests {
    private static let sql = """
        CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO name
        SELECT i, 'row ' || i FROM n;
        CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT);
        """

    /// Has a socket watch a table, restarts the server with a change in between, and gives the body the new one.
    private func afterARestart(
        file: String? = "states.json", change: String,
        _ body: @Sendable @escaping (TestServer, SocketClient.Replica) async throws -> Void
    ) async throws {
        let database = try await TestEngine.makeDatabase(Self.sql)
        let path = file.map { database.folder + "/" + $0 }
        let start = { @Sendable () async throws in try await TestServer(database) { $0.resumeFile = path } }
        let before = try await start()
        let socket = try await SocketClient(port: before.port)
        let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
        let held = try #require(socket.replicas[scene])
        await before.stop()
        try await database.run(change)
        try await using({ try await start() }, close: { await $0.stop() }) { try await body($0, held) }
    }

    @Test func clientsResumeFromTheirStateOnEveryTransport() async throws {
        try await afterARestart(change: "UPDATE name SET text = 'new' WHERE id = 2; DELETE FROM name WHERE id = 7") {
            server, held in
            let socket = try await SocketClient(port: server.port)
            let answer = try await socket.open("/name", since: held)
            #expect(answer["type"] == "patch")
            let scene = try #require(answer["scene"]?.intValue)
            #expect(socket.replicas[scene]?.document["cells"]?["2"]?["title"] == "new")
            try await socket.settle(scene, server.http)
            let events = try await EventClient(
                port: server.port, "/name", since: held.digest, holding: held.document)
            #expect(try await events.next().name == "patch")
            let answerByGet = try await server.http.get(
                "/name", ["Accept": "application/json-patch+json", "If-None-Match": "\"\(held.digest)\""])
            #expect(answerByGet.headers["content-type"] == "application/json-patch+json")
        }
    }

    /// Later clients with the same state get the patch to the current state.
    @Test func eachReturningClientGetsAPatchToTheCurrentState() async throws {
        try await afterARestart(change: "UPDATE name SET text = 'new' WHERE id = 2") { server, held in
            var sockets: [SocketClient] = []
            for round in 1...3 {
                let socket = try await SocketClient(port: server.port)
                #expect(try await socket.open("/name", since: held)["type"] == "patch")
                let scene = try #require(socket.replicas.keys.first)
                try await socket.settle(scene, server.http)
                try await server.database.run("UPDATE name SET text = 'newer \(round)' WHERE id = 3")
                try await socket.follow(scene) { $0["cells"]?["3"]?["title"] == .string("newer \(round)") }
                sockets.append(socket)
            }
        }
    }

    @Test func anUnchangedDocumentIsCurrent() async throws {
        try await afterARestart(file: nil, change: "INSERT INTO other VALUES (1, 'x')") { server, held in
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.open("/name", since: held)["type"] == "current")
        }
    }

    @Test func withoutTheFileClientsGetWholeDocuments() async throws {
        try await afterARestart(file: nil, change: "UPDATE name SET text = 'new' WHERE id = 2") { server, held in
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.open("/name", since: held)["type"] == "snapshot")
        }
    }

    @Test func aDocumentOfAnotherRouteCannotBeResumed() async throws {
        try await afterARestart(change: "UPDATE name SET text = 'new' WHERE id = 2") { server, held in
            let socket = try await SocketClient(port: server.port)
            #expect(try await socket.open("/other", since: held)["type"] == "snapshot")
        }
    }
}
