import JSON
import Serving
import TestSupport
import Testing

/// Places that a client or an address has released are free for the next, and held places stay counted.
@Suite(.timeLimit(.minutes(5))) struct SeatTests {
    private static let sql = "PRAGMA journal_mode = WAL; CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);"

    private static func address(_ text: String) -> [String: String] { ["X-Forwarded-For": text] }

    private static func limited(_ settings: inout Settings) {
        settings.addressHeader = "X-Forwarded-For"
        settings.socketsPerAddress = 2
        settings.streamsPerAddress = 2
    }

    private static let handshake = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "X-Forwarded-For": "192.0.2.1",
    ]

    /// Addresses that have nothing open are forgotten when there are many, and no other.
    @Test func anAddressKeepsItsShareUnderLoad() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let one = Self.address("192.0.2.1")
            let first = try await SocketClient(port: server.port, headers: one)
            var second: SocketClient? = try await SocketClient(port: server.port, headers: one)
            let (http, connections) = (await server.http, 8)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<connections {
                    group.addTask {
                        for number in 1...140 {
                            let other = Self.address("198.18.\(part).\(number)")
                            let answer = try await http.post("/page:nothing", [:], other)
                            #expect(answer.status == 404)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.http.get("/-/socket", Self.handshake).status == 429)
            #expect(try await second?.close() == 1000)
            second = nil
            for _ in 0..<500 where second == nil { second = try? await SocketClient(port: server.port, headers: one) }
            #expect(try await server.http.get("/-/socket", Self.handshake).status == 429)
            for socket in [first, try #require(second)] { _ = try await socket.open("/page") }
        }
    }

    /// A disconnected client has nothing in progress, after any number of connections.
    @Test func unfinishedMessagesReleaseTheirMemory() async throws {
        let change = { @Sendable (settings: inout Settings) in settings.memoryLimit = 100_000 }
        try await withServer(Self.sql, change) { server in
            let half = [UInt8](repeating: 0x20, count: 60_000)
            let ping = Array(#"{"type":"ping"}"#.utf8)
            for round in 0..<4 {
                let hoarder = try await SocketClient(port: server.port)
                try await hoarder.send(part: half, isFirst: true, isLast: false)
                if round % 2 == 0 { try await hoarder.send(part: ping, isFirst: false, isLast: true) }
                let end: JSON? = round % 2 == 0 ? try await hoarder.next()["type"] : nil
                #expect(end == (round % 2 == 0 ? "pong" : nil), "round \(round)")
                if round % 2 == 1 { #expect(try await hoarder.close() == 1000) }
            }
        }
    }

    @Test func anEndedStreamReleasesItsPlace() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let one = Self.address("192.0.2.1")
            for round in 0..<3 {
                var streams: [EventClient] = []
                for _ in 0..<500 where streams.count < 2 {
                    if let stream = try? await EventClient(port: server.port, "/page", headers: one) {
                        streams.append(stream)
                    }
                }
                #expect(streams.count == 2, "round \(round)")
                for stream in streams { _ = try await stream.next() }
                let refused = try await server.http.get(
                    "/page", ["Accept": "text/event-stream", "X-Forwarded-For": "192.0.2.1"])
                #expect(refused.status == 429, "round \(round)")
            }
        }
    }
}
