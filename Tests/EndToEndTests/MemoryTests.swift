import JSON
import Serving
import TestSupport
import Testing

/// Memory held for clients is bounded in bytes, and released.
@Suite(.timeLimit(.minutes(3))) struct MemoryTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO page SELECT value, printf('%0300000d', value) FROM json_each('[1,2,3,4]');
        INSERT INTO page VALUES (5, 'small'), (6, printf('%06000000d', 6));
        """
    private static let greedy = ["X-Forwarded-For": "192.0.2.1"]
    private static let other = ["X-Forwarded-For": "192.0.2.2"]

    private static func kept(_ server: TestServer) async throws -> [String: Int] {
        let page = try MetricsText(try await server.http.get("/-/metrics").text).values
        let series = page.filter { $0.key.hasPrefix("oriel_kept_bytes{") }
        return Dictionary(
            uniqueKeysWithValues: series.map { (String($0.key.split(separator: "\"")[1]), Int($0.value)) })
    }

    private static func refusals(_ server: TestServer) async throws -> Double {
        let page = try MetricsText(try await server.http.get("/-/metrics").text).values
        return page["oriel_refused_total{limit=\"memoryPerAddress\"}"] ?? 0
    }

    /// Waits until no bytes of some kinds are held.
    private static func wait(_ server: TestServer, forNo kinds: Set<String>) async throws {
        var kept: [String: Int] = [:]
        for _ in 0..<5_000 {
            kept = try await Self.kept(server).filter { kinds.contains($0.key) && $0.value != 0 }
            if kept.isEmpty { return }
        }
        Issue.record("\(kept) is kept")
    }

    /// Waits until more than a number of bytes of each kind are held.
    private static func wait(_ server: TestServer, forMoreThan count: Int, of kinds: [String]) async throws {
        var kept: [String: Int] = [:]
        for _ in 0..<5_000 {
            kept = try await Self.kept(server)
            if kinds.allSatisfy({ kept[$0] ?? 0 > count }) { return }
        }
        Issue.record("\(kept) is kept")
    }

    private static func open(_ server: TestServer, _ headers: [String: String] = [:]) async throws -> SocketClient {
        try await SocketClient(port: server.port, headers: headers, isNarrow: true)
    }

    @Test func memoryIsReleasedWhenClientsDisconnect() async throws {
        let change = { @Sendable (settings: inout Settings) in
            settings.linger = .milliseconds(100)
            settings.addressHeader = "X-Forwarded-For"
        }
        try await withServer(Self.sql, change) { server in
            for headers in [[:], Self.greedy] {
                var sockets: [SocketClient] = []
                var streams: [EventClient] = []
                for _ in 0..<2 {  // more than the system takes
                    let socket = try await Self.open(server, headers)
                    try await socket.send(["type": "open", "route": "/page/6"])
                    let half = try await Self.open(server, headers)
                    try await half.send(part: [UInt8](repeating: 0x20, count: 30_000), isFirst: true, isLast: false)
                    sockets += [socket, half]
                    streams.append(
                        try await EventClient(port: server.port, "/page/6", headers: headers, isNarrow: true))
                }
                #expect(try await server.http.get("/page/1", headers).status == 200)
                #expect(try await server.http.send("HEAD", "/page/2", headers).status == 200)
                #expect(try await server.http.post("/page:insert", ["text": "new"], headers).status == 200)
                try await Self.wait(server, forMoreThan: 50_000, of: ["queues", "messages", "views"])
                try await server.database.run("UPDATE page SET text = text || 'x'")
                sockets = []
                streams = []
                try await Self.wait(server, forNo: ["bodies", "messages", "queues", "views", "sessions"])
            }
            try await Self.wait(server, forNo: ["idleViews"])
        }
    }

    @Test func windowsOfLongRowsEvictEachOther() async throws {
        try await withServer(Self.sql, { $0.memoryLimit = 4_000_000 }) { server in
            for window in 0..<32 {
                for row in 1...4 {
                    let answer = try await server.http.send("HEAD", "/page/\(row)?window=\(window),\(window + 1)")
                    #expect(answer.status == 200)
                }
                #expect(try await Self.kept(server).values.reduce(0, +) <= 4_500_000)
            }
            #expect(try await server.http.get("/page/4").json["outputs"]?["text"]?.stringValue?.count == 300_000)
        }
    }

    @Test func socketsThatDoNotReadShareTheirBytes() async throws {
        try await withServer(Self.sql, { $0.memoryLimit = 64_000_000 }) { server in
            var sockets: [SocketClient] = []
            for number in 0..<12 {
                sockets.append(try await Self.open(server))
                try await sockets[number].send(["type": "open", "route": "/page/6"])
            }
            try await Self.wait(server, forMoreThan: 1_000_000, of: ["queues"])
            let reader = try await SocketClient(port: server.port)
            #expect(try await reader.open("/page/5")["type"] == "snapshot")
            #expect(try #require(try await Self.kept(server)["queues"]) < 7_000_000)
            let text = try await sockets[11].next { $0["type"] == "snapshot" }["document"]?["outputs"]?["text"]
            #expect(text?.stringValue?.count == 6_000_000)
        }
    }

    @Test func anAddressThatDoesNotReadAffectsNoOther() async throws {
        let change = { @Sendable (settings: inout Settings) in
            settings.addressHeader = "X-Forwarded-For"
            settings.memoryPerAddress = 2_000_000
        }
        try await withServer(Self.sql, change) { server in
            var sockets: [SocketClient] = []
            for number in 0..<20 {
                sockets.append(try await Self.open(server, Self.greedy))
                try await sockets[number].send(["type": "open", "route": .string("/page/\(number % 4 + 1)")])
            }
            var refusals = 0.0
            for _ in 0..<5_000 where refusals < 10 { refusals = try await Self.refusals(server) }
            #expect(refusals >= 10)  // there is room for two of the rows at most
            sockets.append(try await Self.open(server, Self.greedy))
            var refused = ""
            for row in 1...4 {
                if try await sockets[20].open("/page/\(row)")["code"] == "no-room" { refused = "/page/\(row)" }
            }
            let stream = Self.greedy.merging(["Accept": "text/event-stream"]) { $1 }
            let answer = try await server.http.get(refused, stream)
            #expect(try answer.json["code"] == "no-room")
            #expect(answer.headers["retry-after"] != nil)
            for row in 1...5 {
                let reader = try await SocketClient(port: server.port, headers: Self.other)
                #expect(try await reader.open("/page/\(row)")["type"] == "snapshot")
            }
            sockets = []
            var code: JSON? = "no-room"
            for _ in 0..<5_000 where code == "no-room" {
                let next = try await SocketClient(port: server.port, headers: Self.greedy)
                code = try await next.open(refused)["code"]
            }
            #expect(code == nil)
        }
    }

    @Test func responsesThatWereReadNoLongerCountForTheirAddress() async throws {
        let change = { @Sendable (settings: inout Settings) in
            settings.addressHeader = "X-Forwarded-For"
            settings.memoryPerAddress = 2_000_000
        }
        try await withServer(Self.sql, change) { server in
            let socket = try await Self.open(server, Self.greedy)
            #expect(try await socket.open("/page/5")["type"] == "snapshot")
            for _ in 0..<20 {
                let answer = try await server.http.get("/page/1", Self.greedy)
                #expect(answer.status == 200 && answer.body.count > 300_000)
            }
            #expect(try await socket.open("/page/2")["type"] == "snapshot")
            #expect(try await Self.refusals(server) == 0)
        }
    }

    @Test func recordedRepliesAreEvicted() async throws {
        try await withServer(Self.sql, { $0.memoryLimit = 1_000_000 }) { server in
            for key in 0..<100 {
                let names = (0..<20).map { "\($0)" + String(repeating: "x", count: 180) }
                let body = JSON.object(JSONObject(names.map { ($0, JSON.int(1)) }))
                let answer = try await server.http.post("/page:insert", body, ["Idempotency-Key": "\(key)"])
                #expect(answer.status == 422)
            }
            let kept = try await Self.kept(server)
            #expect((1...62_500).contains(kept["answers"] ?? 0), "\(kept)")
            let headers = ["Idempotency-Key": "last"]
            let first = try await server.http.post("/page:insert", ["text": "once"], headers)
            #expect(try await server.http.post("/page:insert", ["text": "once"], headers).body == first.body)
        }
    }
}
