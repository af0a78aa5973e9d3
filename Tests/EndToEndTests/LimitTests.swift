import JSON
import Serving
import TestSupport
import Testing

/// The limits of one client or address. Addresses are those that a proxy names.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct LimitTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO page VALUES (1, 'a');
        """

    private static func address(_ text: String) -> [String: String] { ["X-Forwarded-For": text] }

    private static func limited(_ settings: inout Settings) {
        settings.addressHeader = "X-Forwarded-For"
        settings.socketsPerAddress = 2
        settings.streamsPerAddress = 2
        settings.commandRate = 1
        settings.messageRate = 5
    }

    @Test func anAddressHasItsShareOfTheSockets() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let (one, other) = (Self.address("192.0.2.1"), Self.address("192.0.2.2"))
            let first = try await SocketClient(port: server.port, headers: one)
            var second: SocketClient? = try await SocketClient(port: server.port, headers: one)
            let refused = try await server.http.get("/-/socket", Self.handshake + one)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "5")
            #expect(try refused.json["code"] == "too-many-sockets")
            let third = try await SocketClient(port: server.port, headers: other)
            #expect(try await second?.close() == 1000)
            second = nil
            for _ in 0..<500 where second == nil { second = try? await SocketClient(port: server.port, headers: one) }
            for socket in [first, try #require(second), third] { _ = try await socket.open("/page") }
        }
    }

    @Test func theProxysPortDoesNotChangeTheAddress() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            for addresses in [
                ["192.0.2.1:1", "192.0.2.1:2", "192.0.2.1"], ["[2001:db8::1]:1", "[2001:db8::2]:2", "2001:db8::3"],
            ] {
                let (one, two) = (Self.address(addresses[0]), Self.address(addresses[1]))
                let sockets = try await [
                    SocketClient(port: server.port, headers: one), SocketClient(port: server.port, headers: two),
                ]
                #expect(
                    try await server.http.get("/-/socket", Self.handshake + Self.address(addresses[2])).status == 429)
                for socket in sockets { _ = try await socket.open("/page") }
            }
        }
    }

    @Test func anAddressHasItsShareOfTheStreams() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let one = "/page?text=a"
            var streams: [EventClient] = []
            for _ in 0..<2 {
                streams.append(try await EventClient(port: server.port, one, headers: Self.address("2001:db8::1")))
                _ = try await streams.last?.next()
            }
            let accept = ["Accept": "text/event-stream"]
            let refused = try await server.http.get(one, accept + Self.address("2001:db8::2"))
            #expect(refused.status == 429)
            #expect(try refused.json["code"] == "too-many-streams")
            _ = try await EventClient(port: server.port, one, headers: Self.address("2001:db8:0:1::1")).next()
        }
    }

    @Test func tooManyCommandsAreRefusedOnEveryTransport() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let (one, other, third) = (
                Self.address("192.0.2.1"), Self.address("192.0.2.2"), Self.address("192.0.2.3")
            )
            let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
                for _ in 0..<60 { group.addTask { try await server.http.post("/page:insert", ["text": "b"], one) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 200 } >= 10)
            let refused = try #require(answers.first { $0.status != 200 })
            #expect(refused.status == 429)
            #expect(try refused.json["code"] == "too-fast")
            #expect(Int(refused.headers["retry-after"] ?? "") ?? 0 >= 1)
            #expect(try await server.http.post("/page:insert", ["text": "d"], other).status == 200)
            #expect(try await server.http.get("/page", one).status == 200)
            try await Self.flood(try await SocketClient(port: server.port, headers: third))
        }
    }

    /// Sends more commands at once than allowed: the socket stays open and reports the refused ones.
    private static func flood(_ socket: SocketClient) async throws {
        let scene = try await socket.open("/page")["scene"] ?? .null
        for ref in 1...30 {
            try await socket.send(["type": "command", "ref": .int(Int64(ref)), "scene": scene, "command": "nope"])
        }
        var codes: Set<JSON> = []
        for _ in 1...30 { codes.insert(try await socket.next { $0["type"] == "reply" }["error"]?["code"] ?? .null) }
        #expect(codes == ["unknown-command", "too-fast"])
    }

    @Test func onlyAFloodingSocketIsClosedWith4429() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            let flood = try await SocketClient(port: server.port, headers: Self.address("192.0.2.1"))
            let reader = try await SocketClient(port: server.port, headers: Self.address("192.0.2.1"))
            let scene = try #require(try await reader.open("/page")["scene"]?.intValue)
            for _ in 0..<100 { try? await flood.send(["type": "ping"]) }
            while flood.closeCode == nil { _ = try await flood.next() }
            #expect(flood.closeCode == 4429)
            try await server.database.run("UPDATE page SET text = 'new'")
            try await reader.follow(scene) { "\($0)".contains("\"new\"") }
        }
    }

    @Test func addressesOfThisMachineMayDoAnything() async throws {
        try await withServer(Self.sql, Self.limited) { server in
            for _ in 0..<15 { #expect(try await server.http.post("/page:insert", ["text": "b"]).status == 200) }
            var sockets: [SocketClient] = []
            for _ in 0..<4 { sockets.append(try await SocketClient(port: server.port)) }
            for socket in sockets { _ = try await socket.open("/page") }
        }
    }

    @Test func unfinishedMessagesHaveAMemoryLimit() async throws {
        let change = { @Sendable (settings: inout Settings) in settings.memoryLimit = 100_000 }
        try await withServer(Self.sql, change) { server in
            let half = [UInt8](repeating: 0x20, count: 60_000)
            let hoarders = [try await SocketClient(port: server.port), try await SocketClient(port: server.port)]
            let small = try await SocketClient(port: server.port)
            try await small.send(part: Array(half.prefix(3_000)), isFirst: true, isLast: false)
            for hoarder in hoarders { try await hoarder.send(part: half, isFirst: true, isLast: false) }
            while hoarders[1].closeCode == nil { _ = try await hoarders[1].next() }
            #expect(hoarders[1].closeCode == 1013)
            try await small.send(part: Array(#"{"type":"ping"}"#.utf8), isFirst: false, isLast: true)
            #expect(try await small.next()["type"] == "pong")
        }
    }

    private static let handshake = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
}

private func + (left: [String: String], right: [String: String]) -> [String: String] {
    left.merging(right) { $1 }
}
