import JSON
import TestSupport
import Testing

/// Commands with a key run once, however often they are sent.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct OnceTests {
    @Test func aRetryGetsTheFirstAnswerAndRunsNothing() async throws {
        try await withServer(CommandSchema.sql) { server in
            let key = ["Idempotency-Key": "one"]
            let first = try await server.http.post("/guarded:insert", ["v": "a"], key)
            let second = try await server.http.post("/guarded:insert", ["v": "a"], key)
            #expect(first.status == 200)
            #expect(try second.json == first.json)
            #expect(try await server.database.run("SELECT count(*) FROM guarded WHERE v = 'a'") == "1\n")
            let other = try await server.http.post("/guarded:insert", ["v": "a"], ["Idempotency-Key": "two"])
            #expect(try other.json["result"]?["row"] != first.json["result"]?["row"])
        }
    }

    @Test func retriesAtTheSameTimeRunOnce() async throws {
        try await withServer(CommandSchema.sql) { server in
            let http = await server.http
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await http.post("/guarded:insert", ["v": "a"], ["Idempotency-Key": "one"]).text
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers == ["{\"result\":{\"row\":\"3\"},\"navigate\":\"/guarded/3\"}"])
            #expect(try await server.database.run("SELECT count(*) FROM guarded WHERE v = 'a'") == "1\n")
        }
    }

    @Test func aRefusalIsAnAnswerToo() async throws {
        try await withServer(CommandSchema.sql) { server in
            let key = ["Idempotency-Key": "one"]
            let first = try await server.http.post("/artist:insert", ["name": "Accept"], key)
            #expect(first.status == 422)
            try await server.database.run("DELETE FROM artist WHERE name = 'Accept'")
            let second = try await server.http.post("/artist:insert", ["name": "Accept"], key)
            #expect(second.status == 422)
            #expect(second.text == first.text)
            #expect(try await server.http.post("/artist:insert", ["name": "Accept"]).status == 200)
        }
    }

    @Test func aKeyBelongsToOneCommandOfOneRoute() async throws {
        try await withServer(CommandSchema.sql) { server in
            let key = ["Idempotency-Key": "one"]
            for (target, body) in [
                ("/guarded:insert", ["v": "a"]), ("/log:insert", ["what": "b"]), ("/log/1:update", ["what": "c"]),
                ("/log/1:delete", [:]),
            ] as [(String, JSON)] {
                let answer = try await server.http.post(target, body, key)
                #expect(answer.status == 200, "\(target)")
            }
            let left = try await server.database.run("SELECT count(*) FROM log")
            #expect(left == "0\n")
        }
    }

    @Test(arguments: [false, true]) func aKeyBelongsToTheTable(isAttached: Bool) async throws {
        let site = try await AttachedServer(CommandSchema.sql, isAttached: isAttached)
        let key = ["Idempotency-Key": "one"]
        let first = try await site.http.post("/guarded:insert", ["v": "a"], key)
        #expect(first.status == 200)
        for target in ["/guarded:insert?sort=-v", "/guarded:insert?search=x", "/guarded:insert?v=b"] {
            #expect(try await site.http.post(target, ["v": "a"], key).text == first.text, "\(target)")
        }
        let row = try #require(try first.json["result"]?["row"]?.stringValue)
        #expect(try await site.http.post("/guarded/\(row):update", ["v": "b"], key).status == 200)
        #expect(try await site.http.post("/guarded:update?sort=v", ["row": .string(row), "v": "b"], key).status == 200)
        if isAttached { try await site.restart() }
        let other = try await site.http.post("/guarded/1:update", ["v": "c"], key)
        #expect(other.status == 422, "\(other.text)")
        #expect(try await site.http.post("/guarded:insert?sort=-v", ["v": "a"], key).status == 200)
        #expect(try await site.database.run("SELECT count(*) FROM guarded WHERE v = 'a'") == "0\n")
        #expect(try await site.database.run("SELECT count(*) FROM guarded WHERE v = 'b'") == "1\n")
        try await site.stop()
    }

    @Test func aKeyHoldsOnEveryTransport() async throws {
        try await withServer(CommandSchema.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/guarded")["scene"] ?? .null
            let message: JSONObject = [
                "type": "command", "ref": 1, "scene": scene, "command": "insert", "arguments": ["v": "a"], "key": "one",
            ]
            try await socket.send(.object(message))
            let first = try await socket.next { $0["type"] == "reply" }
            #expect(first["result"] == ["row": "3"])
            try await socket.send(.object(message))
            let second = try await socket.next { $0["type"] == "reply" }
            #expect(second == first)
            let post = try await server.http.post("/guarded:insert", ["v": "a"], ["Idempotency-Key": "one"])
            #expect(try post.json["result"] == first["result"])
            #expect(try await server.database.run("SELECT count(*) FROM guarded WHERE v = 'a'") == "1\n")
        }
    }

    @Test func aKeyReusedWithOtherArgumentsIsRefused() async throws {
        try await withServer(CommandSchema.sql) { server in
            let key = ["Idempotency-Key": "one"]
            let first = try await server.http.post("/guarded:insert", ["v": "a"], key)
            let other = try await server.http.post("/guarded:insert", ["v": "b"], key)
            #expect(other.status == 422)
            #expect(try other.json["code"] == "idempotency-key-reused")
            #expect(try await server.http.post("/guarded:insert", ["v": "a"], key).text == first.text)
            #expect(try await server.database.run("SELECT count(*) FROM guarded WHERE v = 'b'") == "0\n")
        }
    }

    /// A column may be called `row`. Its value is another thing than the row of the command.
    @Test func aKeyReusedWithAnotherValueOfAColumnCalledRowIsRefused() async throws {
        try await withServer("CREATE TABLE seat (id INTEGER PRIMARY KEY, row TEXT); INSERT INTO seat VALUES (1, 'a')") {
            server in
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/seat")["scene"] ?? .null
            for (value, code) in [("b", nil), ("b", nil), ("c", "idempotency-key-reused")] as [(JSON, JSON?)] {
                try await socket.send([
                    "type": "command", "ref": 1, "scene": scene, "command": "update", "row": "1",
                    "arguments": ["row": value], "key": "one",
                ])
                #expect(try await socket.next { $0["type"] == "reply" }["error"]?["code"] == code)
            }
            #expect(try await server.database.run("SELECT row FROM seat") == "b\n")
        }
    }

    @Test func aKeyReusedWithAnotherRowIsRefusedOnEveryTransport() async throws {
        try await withServer(CommandSchema.sql) { server in
            let rows = try await server.database.run("SELECT count(*) FROM log")
            for what in ["x", "y", "z"] { _ = try await server.http.post("/log:insert", ["what": .string(what)]) }
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/log")["scene"] ?? .null
            let ids = try await server.database.run("SELECT id FROM log").split(separator: "\n").map(String.init)
            for (id, code) in [(ids[0], nil), (ids[0], nil), (ids[1], "idempotency-key-reused")] as [(String, JSON?)] {
                try await socket.send([
                    "type": "command", "ref": 1, "scene": scene, "command": "delete", "row": .string(id), "key": "one",
                ])
                #expect(try await socket.next { $0["type"] == "reply" }["error"]?["code"] == code)
            }
            let key = ["Idempotency-Key": "one"]
            #expect(try await server.http.post("/log:delete", ["row": .string(ids[0])], key).status == 200)
            #expect(try await server.http.post("/log:delete", ["row": .string(ids[2])], key).status == 422)
            let left = try await server.database.run("SELECT count(*) FROM log")
            #expect(left == "\((Int(rows.dropLast()) ?? 0) + 2)\n")
        }
    }
}
