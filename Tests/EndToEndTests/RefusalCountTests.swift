import JSON
import Serving
import TestSupport
import Testing

/// `oriel_refused_total` names the setting of the limit, for each limit there is.
@Suite(.timeLimit(.minutes(5))) struct RefusalCountTests {
    /// A minimal limit, and the requests that it refuses.
    struct Refused: Sendable, CustomTestStringConvertible {
        let limit: String
        var count = 1
        let change: @Sendable (inout Settings) -> Void
        let provoke: @Sendable (TestServer) async throws -> Void

        var testDescription: String { limit }
    }

    private static let sql = """
        CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO page VALUES (1, 'a');
        """
    private static let visitor = ["X-Forwarded-For": "192.0.2.1"]
    private static let stream = visitor.merging(["Accept": "text/event-stream"]) { $1 }
    private static let handshake = visitor.merging([
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]) { $1 }
    private static let half = [UInt8](repeating: 0x20, count: 20_000)
    private static let deep = #"{"type":{"a":{"b":{"c":1}}}}"#

    private static let answers = [
        Refused(limit: "bodyLimit", change: { $0.bodyLimit = 10 }) { server in
            try await expect(server.http.post("/page:insert", ["text": "longer than that"]), is: 413)
        },
        Refused(limit: "uploadLimit", change: { $0.uploadLimit = 10 }) { server in
            let image = [UInt8](repeating: 0, count: 11)
            try await expect(server.http.send("PUT", "/page:image", body: image), is: 413)
        },
        Refused(limit: "uploadsPerAddress", change: { $0.uploadsPerAddress = 0 }) { server in
            try await expect(server.http.send("PUT", "/page:image", visitor, body: [1]), is: 429)
        },
        Refused(limit: "memoryLimit", count: 2, change: { $0.memoryLimit = 10 }) { server in
            try await expect(server.http.post("/page:insert", ["text": "longer than that"]), is: 503)
            #expect(try await closeCode(server, of: half, isLast: false) == 1013)
        },
        Refused(limit: "memoryPerAddress", count: 2, change: { $0.memoryPerAddress = 10 }) { server in
            try await expect(server.http.post("/page:insert", ["text": "longer than that"], visitor), is: 429)
            #expect(try await closeCode(server, of: half, isLast: false, headers: visitor) == 4429)
        },
        Refused(limit: "commandRate", count: 2, change: { $0.commandRate = 1 }) { server in
            var refused = 0
            while refused < 2 {
                let answer = try await server.http.post("/page:nothing", [:], visitor)
                if answer.status == 429 { refused += 1 } else { #expect(answer.status == 404) }
            }
        },
        Refused(limit: "depthLimit", count: 2, change: { $0.depthLimit = 3 }) { server in
            try await expectTold("it nests deeper than 3 levels (depthLimit).", for: deep, at: server)
        },
        Refused(limit: "elementLimit", count: 2, change: { $0.elementLimit = 3 }) { server in
            try await expectTold("it has more than 3 values (elementLimit).", for: deep, at: server)
        },
        Refused(limit: "exportLimit", change: { $0.exportLimit = 0 }) { server in
            try await expect(server.http.get("/page:csv", visitor), is: 503)
        },
        Refused(limit: "exportsPerAddress", change: { $0.exportsPerAddress = 0 }) { server in
            try await expect(server.http.get("/page:csv", visitor), is: 429)
        },
        Refused(limit: "streamLimit", count: 2, change: { $0.streamLimit = 0 }) { server in
            try await expect(server.http.get("/page", stream), is: 503)
            try await expect(server.http.get("/page:csv", visitor), is: 503)
        },
        Refused(limit: "streamsPerAddress", change: { $0.streamsPerAddress = 0 }) { server in
            try await expect(server.http.get("/page", stream), is: 429)
        },
        Refused(limit: "sceneLimit", change: { $0.sceneLimit = 0 }) { server in
            try await expect(server.http.get("/page", visitor), is: 503)
        },
        Refused(limit: "scenesPerAddress", change: { $0.scenesPerAddress = 0 }) { server in
            try await expect(server.http.get("/page", visitor), is: 503)
        },
    ]

    private static let sockets = [
        Refused(limit: "socketLimit", change: { $0.socketLimit = 0 }) { server in
            try await expect(server.http.get("/-/socket", handshake), is: 503)
        },
        Refused(limit: "socketsPerAddress", change: { $0.socketsPerAddress = 0 }) { server in
            try await expect(server.http.get("/-/socket", handshake), is: 429)
        },
        Refused(limit: "scenesPerSocket", change: { $0.scenesPerSocket = 0 }) { server in
            let socket = try await SocketClient(port: server.port)
            try await socket.send(["type": "open", "route": "/page"])
            #expect(try await socket.next()["code"] == "too-many-scenes")
        },
        Refused(limit: "messageLimit", change: { $0.messageLimit = 10 }) { server in
            let code = try await closeCode(server, of: [UInt8](repeating: 0x20, count: 11))
            #expect(code == 1009)
        },
        Refused(limit: "messageRate", change: { $0.messageRate = 1 }) { server in
            let socket = try await SocketClient(port: server.port)
            for _ in 0..<20 { try? await socket.send(["type": "ping"]) }
            while socket.closeCode == nil { _ = try await socket.next() }
            #expect(socket.closeCode == 4429)
        },
    ]

    /// The code that closes a socket after this message.
    private static func closeCode(
        _ server: TestServer, of message: [UInt8], isLast: Bool = true, headers: [String: String] = [:]
    ) async throws -> UInt16? {
        let socket = try await SocketClient(port: server.port, headers: headers)
        try await socket.send(part: message, isFirst: true, isLast: isLast)
        while socket.closeCode == nil { _ = try await socket.next() }
        return socket.closeCode
    }

    private static func refusals(_ server: TestServer) async throws -> [String: Double] {
        let page = try MetricsText(try await server.http.get("/-/metrics").text).values
        let series = page.filter { $0.key.hasPrefix("oriel_refused_total{") }
        return Dictionary(uniqueKeysWithValues: series.map { (String($0.key.split(separator: "\"")[1]), $0.value) })
    }

    @Test(arguments: answers + sockets) func aRefusalIsCountedByTheNameOfItsSetting(refused: Refused) async throws {
        let change: @Sendable (inout Settings) -> Void = {
            $0.addressHeader = "X-Forwarded-For"
            refused.change(&$0)
        }
        try await withServer(Self.sql, change) { server in
            try await refused.provoke(server)
            #expect(try await Self.refusals(server).filter { $0.value > 0 } == [refused.limit: Double(refused.count)])
        }
    }

    /// Too many connections are refused by the HTTP server itself, which has its own tests.
    @Test func everyLimitIsReportedFromTheStartAndTested() async throws {
        try await withServer(Self.sql) { server in
            let names = try await Self.refusals(server).keys
            #expect(Set(names) == Set((Self.answers + Self.sockets).map(\.limit) + ["connectionsPerAddress"]))
        }
    }
}

private func expect(_ answer: HTTPAnswer, is status: Int) { #expect(answer.status == status) }

/// Sends JSON in a request and in a message, and expects refusals that say why.
private func expectTold(_ reason: String, for json: String, at server: TestServer) async throws {
    let answer = try await server.http.send("POST", "/page:insert", body: Array(json.utf8))
    #expect(answer.status == 400)
    #expect(try answer.json["detail"]?.stringValue?.hasSuffix(reason) == true, "\(answer.text)")
    let socket = try await SocketClient(port: server.port)
    try await socket.send(part: Array(json.utf8), isFirst: true, isLast: true)
    let refusal = try await socket.next()
    #expect(refusal["code"] == "invalid-json")
    #expect(refusal["message"]?.stringValue?.hasSuffix(reason) == true, "\(refusal)")
}
