import JSON
import Serving
import TestSupport
import Testing

/// A viewer that does not read costs little, blocks nobody, and gets the last state.
@Suite(.timeLimit(.minutes(5))) struct SlowViewerTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, number INTEGER, text TEXT);
        INSERT INTO page VALUES (1, 0, '');
        """
    private static let rounds = 150

    /// Makes changes of 60 KB, each after the reader has received the last one.
    private static func write(_ server: TestServer, _ reader: SocketClient, _ scene: Int64) async throws {
        let writer = try SQLShell(server.database.path)
        try await writer.run("PRAGMA synchronous = OFF")
        for round in 1...rounds {
            try await writer.run("UPDATE page SET number = \(round), text = printf('%060000d', \(round))")
            try await reader.follow(scene) { $0["outputs"]?["number"] == .int(Int64(round)) }
        }
    }

    @Test func aSlowClientMissesStepsButGetsTheLastState() async throws {
        try await withServer(Self.sql, { $0.queueLimit = 100_000 }) { server in
            let slow = try await SocketClient(port: server.port, isNarrow: true)
            let stream = try await EventClient(port: server.port, "/page/1", isNarrow: true)
            let reader = try await SocketClient(port: server.port)
            let held = try #require(try await slow.open("/page/1")["scene"]?.intValue)
            let scene = try #require(try await reader.open("/page/1")["scene"]?.intValue)
            try await Self.write(server, reader, scene)
            #expect(reader.replicas[scene]?.patches == Self.rounds)
            try await slow.settle(held, server.http)
            #expect(slow.replicas[held]?.document == reader.replicas[scene]?.document)
            #expect(slow.receivedCount < reader.receivedCount / 2, "\(slow.receivedCount) of \(reader.receivedCount)")
            let end = try #require(reader.replicas[scene]?.document)
            #expect(try await Self.events(stream, until: end) < Self.rounds / 2)
            let again = try await EventClient(
                port: server.port, "/page/1", since: stream.digest, holding: stream.document)
            #expect(try await again.next().name == "current")
            try await server.database.run("UPDATE page SET number = -1")
            for (socket, scene) in [(slow, held), (reader, scene)] { try await socket.settle(scene, server.http) }
        }
    }

    /// Reads a stream until its client has this document.
    ///
    /// - Returns: The number of events.
    private static func events(_ stream: EventClient, until end: JSON) async throws -> Int {
        var count = 0
        while stream.document != end {
            _ = try await stream.next()
            count += 1
        }
        return count
    }
}
