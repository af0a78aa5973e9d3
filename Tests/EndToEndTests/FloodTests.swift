import JSON
import Serving
import TestSupport
import Testing

/// A client that requests much at once without reading.
@Suite(.timeLimit(.minutes(5))) struct FloodTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO page SELECT i, printf('%0250d', i) FROM n;
        """
    private static let count = 400

    /// Requests for windows of 100 rows, one row apart, many times.
    private static func flood(_ socket: SocketClient) async throws {
        for ref in 1...count {
            let window: JSON = ["start": .int(Int64(ref % 2)), "count": 100]
            try await socket.send(["type": "open", "ref": .int(Int64(ref)), "route": "/page", "window": window])
        }
    }

    @Test func doesNotReadFromAClientThatDoesNotRead() async throws {
        try await withServer(Self.sql, { $0.queueLimit = 100_000 }) { server in
            let flood = try await SocketClient(port: server.port, isNarrow: true)
            try await Self.flood(flood)
            let reader = try await SocketClient(port: server.port)
            let scene = try #require(try await reader.open("/page")["scene"]?.intValue)
            try await server.database.run("UPDATE page SET text = 'new' WHERE id = 2")
            try await reader.follow(scene) { "\($0)".contains("\"new\"") }
            var (refs, late) = (Set<JSON>(), 0)
            while refs.count < Self.count {
                let answer = try await flood.next { $0["ref"] != nil }
                #expect(refs.insert(answer["ref"] ?? .null).inserted, "\(answer["ref"] ?? .null) was answered twice")
                if "\(answer)".contains("\"new\"") { late += 1 }
            }
            #expect(late > Self.count / 4, "\(late) of \(Self.count) were not answered before they could be sent")
            try await flood.settle(try #require(flood.replicas.keys.first), server.http)
        }
    }

    @Test func aReadingClientReceivesAllReplies() async throws {
        try await withServer(Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/page", window: ["start": 0, "count": 1])["scene"] ?? .null
            for ref in 1...300 {
                let message: JSONObject = [
                    "type": "command", "ref": .int(Int64(ref)), "scene": scene, "command": "insert",
                    "arguments": ["text": .string("\(ref)")],
                ]
                try await socket.send(.object(message))
            }
            var refs: Set<JSON> = []
            while refs.count < 300 {
                let reply = try await socket.next { $0["type"] == "reply" }
                #expect(refs.insert(reply["ref"] ?? .null).inserted && reply["result"] != nil, "\(reply)")
            }
            #expect(try await server.database.run("SELECT count(DISTINCT text) FROM page") == "600\n")
        }
    }
}
