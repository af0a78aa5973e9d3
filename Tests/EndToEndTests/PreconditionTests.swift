import JSON
import TestSupport
import Testing

/// Conditional requests (RFC 9110, section 13.1.1), and commands with expected values.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct PreconditionTests {
    private static var sql: String {
        let (type, other) = TestEngine.choose(sqlite: ("", "'e'"), postgres: ("REAL", "2.5"))
        return """
            CREATE TABLE account (id INTEGER PRIMARY KEY, owner TEXT, balance INTEGER, big INTEGER, note JSON,
                photo BLOB, x \(type));
            INSERT INTO account VALUES (1, 'Ada', 100, 9007199254740993, '[1]', x'89504E47', 1.0),
                (2, 'Bob', 50, 1, NULL, NULL, \(other));
            """
    }

    @Test func aReadChecksTheStateThatItNames() async throws {
        try await withServer(Self.sql) { server in
            for target in ["/account", "/account/1", "/account/1/owner", "/"] {
                let tag = try #require(try await server.http.get(target).headers["etag"])
                let cases = [(tag, 200), ("*", 200), ("\"other\", \(tag)", 200), ("\"other\"", 412), ("W/\(tag)", 412)]
                for (condition, status) in cases {
                    for _ in 0..<2 {
                        let answer = try await server.http.get(target, ["If-Match": condition])
                        #expect(answer.status == status, "\(target) \(condition)")
                    }
                }
                let both = try await server.http.get(target, ["If-Match": tag, "If-None-Match": tag])
                #expect(both.status == 304)
            }
            let refused = try await server.http.get("/account/1", ["If-Match": "\"other\""])
            #expect(try refused.json["code"] == "precondition-failed")
        }
    }

    @Test func aCommandChecksTheStateThatItNames() async throws {
        try await withServer(Self.sql) { server in
            let tag = try #require(try await server.http.get("/account/1").headers["etag"])
            let first = try await server.http.post("/account/1:update", ["balance": 90], ["If-Match": tag])
            #expect(first.status == 200)
            let second = try await server.http.post("/account/1:update", ["balance": 80], ["If-Match": tag])
            #expect(second.status == 412)
            #expect(try second.json["code"] == "precondition-failed")
            #expect(try await server.http.post("/account/1:update", ["x": 2], ["If-Match": "*"]).status == 200)
            #expect(try await server.http.post("/account/1:delete", [:], ["If-None-Match": "*"]).status == 412)
            #expect(try await server.database.run("SELECT balance, x FROM account WHERE id = 1") == "90|2\n")
            let list = try #require(try await server.http.get("/account?window=1,1").headers["etag"])
            let gone = try await server.http.post("/account:delete?window=1,1", ["row": "2"], ["If-Match": list])
            #expect(gone.status == 200)
            #expect(try await server.http.post("/account:insert", ["owner": "C"], ["If-Match": list]).status == 412)
            #expect(try await server.database.run("SELECT count(*) FROM account") == "1\n")
        }
    }

    @Test func onlyOneOfSeveralCommandsForAStateRuns() async throws {
        try await withServer(Self.sql) { server in
            let http = await server.http
            let tag = try #require(try await http.get("/account/2").headers["etag"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        try await http.post("/account/2:update", ["balance": .int(Int64(number))], ["If-Match": tag])
                            .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted()
            }
            #expect(statuses == [200] + Array(repeating: 412, count: 9))
        }
    }

    @Test func aKeyRefusedForAnotherStateMayBeRetried() async throws {
        try await withServer(Self.sql) { server in
            for (tag, status) in [("\"other\"", 412), ("*", 200), ("\"other\"", 200)] {
                let answer = try await server.http.post(
                    "/account/2:update", ["balance": 7], ["If-Match": tag, "Idempotency-Key": "k"])
                #expect(answer.status == status)
            }
        }
    }

    @Test func aRetryWithTheKeyOfTheFirstIsAnsweredAsTheFirst() async throws {
        try await withServer(Self.sql) { server in
            let tag = try #require(try await server.http.get("/account/2").headers["etag"])
            for _ in 0..<2 {
                let answer = try await server.http.post(
                    "/account/2:update", ["balance": 7], ["If-Match": tag, "Idempotency-Key": "k"])
                #expect(answer.status == 200)
            }
        }
    }

    @Test(arguments: [
        ("{\"balance\": 100}", 200), ("{\"balance\": 100.0, \"owner\": \"Ada\"}", 200), ("{\"balance\": 99}", 409),
        ("{\"big\": \"9007199254740993\"}", 200), ("{\"big\": 9007199254740993}", 200),
        ("{\"big\": \"9007199254740992\"}", 409), ("{\"owner\": \"Ada \"}", 409), ("{\"owner\": null}", 409),
        ("{\"photo\": {\"base64\": \"iVBORw==\"}}", 200), ("{\"photo\": {\"base64\": \"iVBORg==\"}}", 409),
        ("null", 200),
        ("{\"x\": true}", 200), ("{\"x\": false}", 409), ("{\"owner\": true}", 409),
        ("[1]", 400), ("{\"x\": 1}", 200), ("{\"x\": \"1\"}", 409), ("{}", 200), ("{\"nothing\": 1}", 422),
    ])
    func anUpdateIsRunIfTheRowIsAsExpected(expected: String, status: Int) async throws {
        let values = try JSON(parsing: expected)
        let body: JSON = ["arguments": ["balance": 1], "expected": values]
        try await withServer(Self.sql) { server in
            let answer = try await server.http.post("/account/1:update", body)
            #expect(answer.status == status, "\(answer.text)")
            let inList = try await server.http.post(
                "/account:update", ["row": 1, "arguments": ["balance": 2], "expected": ["balance": 1]])
            #expect(inList.status == (status == 200 ? 200 : 409))
            let balance = try await server.database.run("SELECT balance FROM account WHERE id = 1")
            #expect(balance == (status == 200 ? "2\n" : "100\n"))
        }
    }

    @Test(arguments: [
        ("/account/1", "{\"expected\": {\"balance\": 99}}", 409),
        ("/account/1", "{\"expected\": {\"balance\": 100}}", 200),
        ("/account", "{\"row\": 1, \"expected\": {\"balance\": 99}}", 409),
        ("/account", "{\"row\": 1, \"expected\": {\"balance\": 100}}", 200),
        ("/account", "{\"row\": 1, \"arguments\": {}, \"expected\": {\"balance\": 99}}", 409),
        ("/account/1", "{\"balance\": 99}", 422), ("/account", "{\"row\": 1, \"balance\": 99}", 422),
        ("/account", "{\"row\": 1, \"arguments\": {\"balance\": 99}}", 422), ("/account/1", "{\"expected\": 99}", 400),
    ])
    func aRowIsDeletedIfItIsAsExpected(route: String, body: String, status: Int) async throws {
        try await withServer(Self.sql) { server in
            #expect(try await server.http.post("\(route):delete", try JSON(parsing: body)).status == status)
            let count = try await server.database.run("SELECT count(*) FROM account WHERE id = 1")
            #expect(count == (status == 200 ? "0\n" : "1\n"))
        }
    }

    @Test func expectedValuesHaveTheFormOfTheRowsPage() async throws {
        try await withServer(Self.sql) { server in
            for row in ["1", "2"] {
                let shown = try #require(try await server.http.get("/account/\(row)").json["outputs"])
                let body: JSON = ["arguments": ["owner": "Eve"], "expected": shown]
                #expect(try await server.http.post("/account/\(row):update", body).status == 200)
                let again = try await server.http.post("/account/\(row):update", body)
                #expect(again.status == 409)
                #expect(try again.json["fields"]?.objectValue?.names == ["owner"])
            }
        }
    }

    @Test func aSocketSendsExpectedValues() async throws {
        try await withServer(Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/account/1")["scene"])
            for (balance, code) in [(100, nil), (100, "conflict"), (5, nil)] as [(Int64, JSON?)] {
                try await socket.send([
                    "type": "command", "ref": 2, "scene": scene, "command": "update", "arguments": ["balance": 5],
                    "expected": ["balance": .int(balance)],
                ])
                let reply = try await socket.next { $0["type"] == "reply" }
                #expect(reply["error"]?["code"] == code)
            }
        }
    }

    @Test func aRecordOfAFileIsAsExpectedToo() async throws {
        try await withJSON("[{\"id\": 1, \"tags\": [1, 2], \"name\": \"a\"}]") { server in
            let shown = try #require(try await server.http.get("/things/1").json["outputs"])
            let body: JSON = ["arguments": ["name": "b"], "expected": shown]
            #expect(try await server.http.post("/things/1:update", body).status == 200)
            #expect(try await server.http.post("/things/1:update", body).status == 409)
        }
    }
}
