import JSON
import Serving
import TestSupport
import Testing

/// The messages of a socket, with valid and invalid members, and its end (protocol, section 5).
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SocketTests {
    /// Messages that cannot be served, and the code that each is answered with. `SCENE` is a scene that is open.
    private static let wrong: [(message: String, code: String)] = [
        ("no json", "invalid-json"), ("", "invalid-json"), ("{\"type\":\"ping\"", "invalid-json"),
        (String(repeating: "[", count: 200), "invalid-json"), ("[]", "invalid-message"), ("null", "invalid-message"),
        ("{}", "invalid-message"), (#"{"type":7}"#, "invalid-message"), (#"{"type":"dance"}"#, "unknown-type"),
        (#"{"type":"open"}"#, "invalid-message"), (#"{"type":"open","route":5}"#, "invalid-message"),
        (#"{"type":"open","route":"item"}"#, "invalid-route"), (#"{"type":"open","route":"/%zz"}"#, "invalid-route"),
        (#"{"type":"open","route":"/nobody"}"#, "not-found"), (#"{"type":"open","route":"/item/x"}"#, "not-found"),
        (#"{"type":"open","route":"/item?x=1"}"#, "invalid-route"),
        (#"{"type":"open","route":"/item?window=x"}"#, "invalid-window"),
        (#"{"type":"open","route":"/item","window":5}"#, "invalid-message"),
        (#"{"type":"open","route":"/item","window":{"start":-1}}"#, "invalid-message"),
        (#"{"type":"open","route":"/item","window":{"count":1.5}}"#, "invalid-message"),
        (#"{"type":"open","route":"/item","window":{"anchor":5}}"#, "invalid-message"),
        (#"{"type":"open","route":"/item","since":5}"#, "invalid-message"),
        (#"{"type":"window"}"#, "invalid-message"), (#"{"type":"window","scene":"1"}"#, "invalid-message"),
        (#"{"type":"window","scene":999999,"start":1}"#, "unknown-scene"),
        (#"{"type":"window","scene":SCENE,"start":"1"}"#, "invalid-message"),
        (#"{"type":"window","scene":SCENE,"anchor":1}"#, "invalid-message"),
        (#"{"type":"window","scene":9223372036854775807,"start":1}"#, "unknown-scene"),
        (#"{"type":"command","command":"delete"}"#, "invalid-message"),
        (#"{"type":"command","scene":SCENE}"#, "invalid-message"),
        (#"{"type":"command","scene":999999,"command":"delete"}"#, "unknown-scene"),
        (#"{"type":"command","scene":SCENE,"command":"delete","row":[1]}"#, "invalid-message"),
        (#"{"type":"command","scene":SCENE,"command":"insert","arguments":[]}"#, "invalid-message"),
        (#"{"type":"command","scene":SCENE,"command":"insert","key":[]}"#, "invalid-message"),
        (#"{"type":"input","scene":SCENE,"values":{"a":1}}"#, "no-inputs"),
        (#"{"type":"input","scene":SCENE,"values":1}"#, "invalid-message"),
        (#"{"type":"input","scene":999999,"values":{}}"#, "unknown-scene"),
        (#"{"type":"close"}"#, "invalid-message"), (#"{"type":"close","scene":{}}"#, "invalid-message"),
    ]

    @Test func anInvalidMessageGetsAnErrorAndTheSocketStaysOpen() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/item")["scene"]?.intValue)
            for (message, code) in Self.wrong {
                try await socket.send(Array(message.replacing("SCENE", with: String(scene)).utf8))
                let answer = try await socket.next()
                let isCommand = message.contains("\"command\"")
                let error = (isCommand ? answer["error"] : answer) ?? .null
                #expect(answer["type"] == (isCommand ? "reply" : "error"), "\(message)")
                #expect(answer["ref"] == nil, "\(message)")
                #expect(error["code"] == .string(code), "\(message)")
                #expect(error["message"]?.stringValue?.isEmpty == false, "\(message)")
            }
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
            try await socket.settle(scene, server.http)
        }
    }

    @Test func anErrorHasTheRefOfItsMessage() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/item")["scene"]?.intValue)
            for (message, code) in Self.wrong where message.hasPrefix("{\"type\"") && message.hasSuffix("}") {
                let text = message.replacing("SCENE", with: String(scene)).dropLast() + #","ref":"mine"}"#
                try await socket.send(Array(text.utf8))
                let error = try await socket.next()
                #expect(error["ref"] == "mine", "\(message)")
                let kept = error["type"] == "error" ? error["code"] : error["error"]?["code"]
                #expect(kept == .string(code), "\(message)")
            }
        }
    }

    @Test func aReplyHasTheRefOfItsRequest() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            for ref in [1, "a", ["deep": [1, 2.5, false]], [], true] as [JSON] {
                try await socket.send(["type": "open", "ref": ref, "route": "/item", "since": "nonsense"])
                let answer = try await socket.next()
                #expect(answer["type"] == "snapshot")
                #expect(answer["ref"] == ref)
                try await socket.send(["type": "open", "ref": ref, "route": "/nobody"])
                #expect(try await socket.next()["ref"] == ref)
                let scene = answer["scene"] ?? .null
                try await socket.send(["type": "command", "ref": ref, "scene": scene, "command": "dance"])
                let reply = try await socket.next()
                #expect(reply["ref"] == ref)
                #expect(reply["error"]?["code"] == "unknown-command")
            }
        }
    }

    @Test func aCommandOfASceneThatHasEndedIsAnsweredByAReply() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/item/1")["scene"]?.intValue)
            try await server.database.run("DELETE FROM item WHERE id = 1")
            #expect(try await socket.next { $0["type"] == "gone" }["code"] == "deleted")
            let reply = try await socket.run("update", scene: scene, ["name": "late"])
            #expect(reply["error"]?["code"] == "unknown-scene")
        }
    }

    @Test func aClosedSceneSendsNothing() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let list = try #require(try await socket.open("/item")["scene"]?.intValue)
            let row = try #require(try await socket.open("/item/1")["scene"]?.intValue)
            try await socket.send(["type": "close", "scene": .int(list)])
            try await socket.send(["type": "close", "scene": 999_999])
            try await socket.send(["type": "ping"])
            #expect(try await socket.next() == ["type": "pong"])
            try await server.database.run("UPDATE item SET name = 'other' WHERE id = 1")
            #expect(try await socket.next()["scene"] == .int(row))
            try await socket.send(["type": "window", "scene": .int(list), "start": 1])
            #expect(try await socket.next()["code"] == "unknown-scene")
        }
    }

    /// Replies carry the `ref`: they may overtake each other, the commands do not.
    @Test func commandsOfOneSocketAreCarriedOutInTheirOrder() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let list = try #require(try await socket.open("/item")["scene"]?.intValue)
            let names = (0..<100).map { "n \($0)" }
            for (number, name) in names.enumerated() {
                try await socket.send([
                    "type": "command", "ref": .int(Int64(number)), "scene": .int(list), "command": "insert",
                    "arguments": ["name": .string(name)],
                ])
            }
            for _ in names { #expect(try await socket.next { $0["type"] == "reply" }["result"] != nil) }
            let stored = try await server.database.run("SELECT name FROM item WHERE name LIKE 'n %' ORDER BY id")
            #expect(stored.split(separator: "\n").map(String.init) == names)
        }
    }

    @Test func aReplyComesAfterThePatchesOfItsCommand() async throws {
        try await withServer(Shop.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let list = try #require(try await socket.open("/item?sort=-id")["scene"]?.intValue)
            let root = try #require(try await socket.open("/")["scene"]?.intValue)
            for number in 0..<10 {
                let reply = try await socket.run("insert", scene: list, ["name": .string("n \(number)")])
                let id = reply["result"]?["id"]?.stringValue ?? reply["result"]?["row"]?.stringValue ?? ""
                #expect(socket.replicas[list]?.document["cells"]?[id]?["title"] == .string("n \(number)"), "\(reply)")
            }
            // Counts are read again in a lane of their own, which a reply waits for only while it is quick.
            while socket.replicas[root]?.document["cells"]?["item"]?["fields"]?["rows"] != 310 {
                _ = try await socket.next()
            }
            let key: JSONObject = [
                "type": "command", "scene": .int(list), "command": "insert", "arguments": ["name": "once"], "key": "k1",
            ]
            for _ in 0..<3 { try await socket.send(.object(key)) }
            for _ in 0..<3 { _ = try await socket.next { $0["type"] == "reply" } }
            #expect(socket.replicas[root]?.document["cells"]?["item"]?["fields"]?["rows"] == 311)
        }
    }

    @Test func aSocketWatchesOnlySoManyScenes() async throws {
        try await withServer(Shop.sql, { $0.scenesPerSocket = 3 }) { server in
            let socket = try await SocketClient(port: server.port)
            for id in 1...10 { try await socket.send(["type": "open", "ref": 1, "route": .string("/item/\(id)")]) }
            var answers: [JSON] = []
            for _ in 1...10 { answers.append(try await socket.next()) }
            #expect(answers.count { $0["type"] == "snapshot" } == 3)
            #expect(answers.count { $0["code"] == "too-many-scenes" } == 7)
            let open = try #require(answers.first { $0["type"] == "snapshot" })
            #expect(try await socket.open(open["document"]?["route"]?.stringValue ?? "")["scene"] == open["scene"])
            try await socket.send(["type": "close", "scene": open["scene"] ?? .null])
            #expect(try await socket.open("/item")["type"] == "snapshot")
        }
    }
}
