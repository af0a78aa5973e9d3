import JSON
import Serving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct CommandBodyTests {
    @Test(arguments: [
        "{\"name\": \"a\", \"name\": \"b\"}", "{\"name\": \"a\"", "name=a", "{\"name\": \"\\ud83d\"}",
        "{\"name\": NaN}",
        "{\"rating\": 9223372036854775808, \"name\": \"a\"}", "{\"score\": 1e999, \"name\": \"a\"}", "{'name': 'a'}",
        "{\"name\": \"a\"} {}", "{\"name\": \"a\u{1}\"}", String(repeating: "[", count: 100_000),
        "{\"born\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}",
    ])
    func refusesABodyThatIsNotPlainJSON(body: String) async throws {
        try await withServer(CommandSchema.sql) { server in
            let before = try await server.database.dump()
            let answer = try await server.http.send("POST", "/artist:insert", body: Array(body.utf8))
            #expect(answer.status == 400)
            #expect(try answer.json["code"] == "invalid-json", "\(answer.text)")
            #expect(try await server.database.dump() == before)
        }
    }

    @Test func membersBesideArgumentsAreRead() async throws {
        let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, 'a')"
        try await withServer(sql) { server in
            let bodies: [(command: String, body: JSON, fields: [String])] = [
                ("update", ["row": "1", "arguments": ["v": "b"], "v": "c", "zzz": 5], ["arguments", "zzz"]),
                ("delete", ["row": "1", "arguments": [:], "v": "c"], ["arguments", "v"]),
            ]
            for (command, body, fields) in bodies {
                let answer = try await server.http.post("/t:\(command)", body)
                #expect(answer.status == 422, "\(answer.text)")
                let said = try answer.json["fields"]?.objectValue?.names ?? []
                #expect(said.sorted() == fields)
            }
            let done = try await server.http.post("/t:update", ["row": "1", "arguments": ["v": "b"]])
            #expect(done.status == 200)
            #expect(try await server.database.run("SELECT v FROM t") == "b\n")
        }
    }

    @Test func namesALimitedNumberOfFaults() async throws {
        try await withServer(CommandSchema.sql) { server in
            let long = String(repeating: "x", count: 10_000)
            let names = (0..<500).map { "unknown\($0)" } + [long]
            let body = JSON.object(JSONObject(names.map { ($0, JSON.int(1)) }))
            for command in ["artist:insert", "artist/1:update", "artist/1:delete"] {
                let answer = try await server.http.post("/" + command, body)
                #expect(answer.status == 422)
                #expect(try answer.json["fields"]?.objectValue?.count == 20)
                #expect(answer.text.contains(" more fields are invalid."), "\(answer.text)")
                #expect(answer.body.count < 4_000)
            }
            let answer = try await server.http.post("/artist/1:update", .object([long: 1]))
            #expect(answer.status == 422)
            #expect(answer.body.count < 1_000)
        }
    }

    @Test func refusesABodyWithTooManyValues() async throws {
        try await withServer(CommandSchema.sql) { server in
            let members = (0..<100_000).map { "\"\($0)\":1" }.joined(separator: ",")
            let answer = try await server.http.send("POST", "/artist:insert", body: Array("{\(members)}".utf8))
            #expect(answer.status == 400)
            #expect(answer.text.contains("it has more than 10000 values"), "\(answer.text)")
        }
    }

    @Test func anEncodedBodyIsRefused() async throws {
        try await withServer(CommandSchema.sql) { server in
            let body = Array("{\"v\": \"a\"}".utf8)
            let answer = try await server.http.send(
                "POST", "/guarded:insert", ["Content-Encoding": "gzip"], body: body)
            #expect(answer.status == 415)
            #expect(answer.headers["accept-encoding"] == "identity")
            let plain = try await server.http.send(
                "POST", "/guarded:insert", ["Content-Encoding": "identity"], body: body)
            #expect(plain.status == 200)
        }
    }

    @Test func acceptsAnInfiniteNumberInItsDisplayedForm() async throws {
        let infinity = TestEngine.choose(sqlite: "-1e999", postgres: "'-Infinity'")
        let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL); INSERT INTO t VALUES (1, \(infinity)), (2, 0)"
        try await withServer(sql) { server in
            let shown = try #require(try await server.http.get("/t/1").json["outputs"]?["x"])
            #expect(shown == "-Infinity")
            #expect(try await server.http.post("/t/2:update", ["x": shown]).status == 200)
            #expect(try await server.http.post("/t/1:update", ["x": "Infinity"]).status == 200)
            #expect(try await server.http.post("/t/1:update", ["x": "inf"]).status == 422)
            let stored = try await server.database.run("SELECT x FROM t ORDER BY id")
            #expect(stored == TestEngine.choose(sqlite: "Inf\n-Inf\n", postgres: "Infinity\n-Infinity\n"))
        }
    }

    @Test func refusesABodyThatIsNotUTF8() async throws {
        try await withServer(CommandSchema.sql) { server in
            let body = Array("{\"name\": \"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8)
            let answer = try await server.http.send("POST", "/artist:insert", body: body)
            #expect(answer.status == 400)
            #expect(try await server.http.get("/artist").json["window"]?["total"] == 2)
        }
    }

    @Test(arguments: [
        "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8", "nonsense", "",
    ])
    func theBodyIsJSONWhateverItsType(type: String) async throws {
        try await withServer(CommandSchema.sql) { server in
            let answer = try await server.http.post("/artist:insert", ["name": "New"], ["Content-Type": type])
            #expect(answer.status == 200)
            #expect(try await server.http.get("/artist/3").json["title"] == "New")
        }
    }

    @Test func anEmptyBodyHasNoArguments() async throws {
        try await withServer(CommandSchema.sql) { server in
            let answer = try await server.http.send("POST", "/defaults:insert", body: [])
            #expect(try answer.json["result"] == ["row": "1"])
            #expect(try await server.http.get("/defaults/1").json["outputs"] == ["id": 1, "n": "x", "k": "abc"])
        }
    }

    @Test func aBodyThatIsTooLargeIsRefusedBeforeItIsRead() async throws {
        let limit = { @Sendable (settings: inout Settings) in settings.bodyLimit = 1_000 }
        try await withServer(CommandSchema.sql, limit) { server in
            let head = "POST /artist:insert HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            let announced = try await server.http.exchange(Array((head + "Content-Length: 1000000000\r\n\r\n").utf8))
            #expect(announced.status == 413)
            #expect(try announced.json["code"] == "too-large")
            let name = String(repeating: "x", count: 2_000)
            #expect(try await server.http.post("/artist:insert", ["name": .string(name)]).status == 413)
            let body = "7d0\r\n\(name)\r\n0\r\n\r\n"
            let chunked = try await server.http.exchange(
                Array((head + "Transfer-Encoding: chunked\r\n\r\n" + body).utf8))
            #expect(chunked.status == 413)
            #expect(try await server.http.post("/artist:insert", ["name": "small"]).status == 200)
        }
    }

    @Test func aMessageThatIsTooLargeClosesTheSocketAndRunsNothing() async throws {
        let limit = { @Sendable (settings: inout Settings) in settings.messageLimit = 1_000 }
        try await withServer(CommandSchema.sql, limit) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try await socket.open("/artist")["scene"] ?? .null
            let name = JSON.string(String(repeating: "x", count: 2_000))
            try await socket.send(
                ["type": "command", "ref": 1, "scene": scene, "command": "insert", "arguments": ["name": name]])
            _ = try await socket.next { $0["type"] == "closed" }
            #expect(socket.closeCode == 1009)
            #expect(try await server.http.get("/artist").json["window"]?["total"] == 2)
        }
    }
}
