import JSON
import Serving
import TestSupport
import Testing

/// Unreachable clients: their systems acknowledge nothing.
@Suite(.timeLimit(.minutes(2))) struct VanishedPeerTests {
    private static let sql = """
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO page VALUES (1, printf('%0300000d', 1));
        """

    private static func streams(_ server: TestServer) async throws -> Double? {
        try MetricsText(try await server.http.get("/-/metrics").text)["oriel_streams"]
    }

    @Test func streamsOfGoneClientsEndAndIdleOnesStay() async throws {
        try await withServer(Self.sql, { $0.heartbeat = .milliseconds(100) }) { server in
            let reader = try await EventClient(port: server.port, "/page/1")
            let sleeper = try await EventClient(port: server.port, "/page/1", isNarrow: true)
            let idle = try await EventClient(port: server.port, "/page/1")
            let full = try await EventClient(port: server.port, "/page/1", isNarrow: true)
            for client in [reader, idle] { _ = try await client.next() }
            #expect(try await Self.streams(server) == 4)
            for client in [idle, full] { try client.vanish() }
            let deadline = ContinuousClock.now + .seconds(60)
            while try await Self.streams(server) != 2, ContinuousClock.now < deadline {}
            #expect(try await Self.streams(server) == 2)
            try await server.database.run("UPDATE page SET text = 'new'")
            for client in [reader, sleeper] {
                while client.document["outputs"]?["text"] != "new" { _ = try await client.next() }
            }
        }
    }
}
