import JSON
import TestSupport
import Testing

/// The records of commands with a key in an attached database, for any server.
@Suite(.timeLimit(.minutes(2))) struct RememberedCommandTests {
    private static let key = ["Idempotency-Key": "one"]

    @Test func everyCommandIsAnsweredAsTheFirstTimeAfterARestart() async throws {
        let site = try await AttachedServer()
        let commands: [(String, JSON)] = [
            ("/entry:insert", ["text": "new"]), ("/entry/1:update", ["id": 7, "text": "seven"]),
            ("/entry:update", ["row": "2", "text": "deux"]), ("/entry/2:delete", [:]), ("/entry:delete", ["row": "3"]),
            ("/plain:insert", ["text": "x"]),
        ]
        var first: [String] = []
        for (number, (target, body)) in commands.enumerated() {
            let answer = try await site.http.post(target, body, ["Idempotency-Key": "\(number)"])
            #expect(answer.status == 200, "\(target): \(answer.text)")
            first.append(answer.text)
        }
        let content = ".dump"
        let before = try await site.database.run(content)
        for _ in 0..<2 {
            try await site.restart()
            for (number, (target, body)) in commands.enumerated() {
                let answer = try await site.http.post(target, body, ["Idempotency-Key": "\(number)"])
                #expect(answer.status == 200 && answer.text == first[number], "\(target)")
            }
        }
        #expect(try await site.database.run(content) == before)
        try await site.stop()
    }

    @Test func aKeyHoldsOnEveryTransportAfterARestart() async throws {
        let site = try await AttachedServer()
        let first = try await site.http.post("/entry:insert", ["text": "new"], Self.key)
        try await site.restart()
        let socket = try await SocketClient(port: site.port)
        let scene = try await socket.open("/entry")["scene"] ?? .null
        try await socket.send([
            "type": "command", "ref": 1, "scene": scene, "command": "insert", "arguments": ["text": "new"],
            "key": "one",
        ])
        #expect(try await socket.next { $0["type"] == "reply" }["result"] == first.json["result"])
        #expect(try await socket.next { $0["type"] == "navigate" }["route"] == first.json["navigate"])
        #expect(try await site.database.run("SELECT count(*) FROM entry") == "4\n")
        try await site.stop()
    }

    @Test func aKeyReusedWithOtherArgumentsIsRefusedAfterARestart() async throws {
        let site = try await AttachedServer()
        let first = try await site.http.post("/entry:insert", ["text": "new"], Self.key)
        try await site.restart()
        for _ in 0..<2 {
            let other = try await site.http.post("/entry:insert", ["text": "other"], Self.key)
            #expect(other.status == 422)
            #expect(try other.json["code"] == "idempotency-key-reused")
        }
        #expect(try await site.http.post("/entry:insert", ["text": "new"], Self.key).text == first.text)
        #expect(try await site.http.post("/entry/1:delete", [:], Self.key).status == 200)
        #expect(try await site.database.run("SELECT group_concat(text) FROM entry") == "two,three,new\n")
        try await site.stop()
    }

    @Test func aRetryForAStateThatItHasChangedItselfGetsItsAnswer() async throws {
        let site = try await AttachedServer()
        let commands: [(String, JSON)] = [
            ("/entry/1:update", ["text": "uno"]), ("/entry/2:update", ["id": 8]), ("/entry/3:delete", [:]),
            ("/entry:insert", ["text": "new"]),
            ("/entry/8:update", ["arguments": ["text": "acht"], "expected": ["text": "two"]]),
        ]
        var sent: [(headers: [String: String], text: String)] = []
        for (number, (target, body)) in commands.enumerated() {
            let route = String(target.prefix { $0 != ":" })
            let tag = try #require(try await site.http.get(route).headers["etag"])
            let headers = ["Idempotency-Key": "\(number)", "If-Match": tag]
            let answer = try await site.http.post(target, body, headers)
            #expect(answer.status == 200, "\(target): \(answer.text)")
            sent.append((headers, answer.text))
        }
        try await site.restart()
        for (command, first) in zip(commands, sent) {
            let answer = try await site.http.post(command.0, command.1, first.headers)
            #expect(answer.status == 200 && answer.text == first.text, "\(command.0)")
            let other = first.headers.merging(["Idempotency-Key": "other"]) { $1 }
            #expect(try await site.http.post(command.0, command.1, other).status == 412, "\(command.0)")
        }
        #expect(try await site.database.run("SELECT group_concat(id || text) FROM entry") == "1uno,8acht,9new\n")
        try await site.stop()
    }

    @Test func twoProcessesRunACommandOnce() async throws {
        let site = try await AttachedServer()
        let (program, _, other) = try await AttachedServer.serve(site.database)
        let transports = [site.http, other]
        for number in 0..<20 {
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for http in transports + transports {
                    group.addTask {
                        try await http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"]).text
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers == [#"{"result":{"row":"\#(number + 4)"},"navigate":"/entry/\#(number + 4)"}"#])
        }
        #expect(try await site.database.run("SELECT count(*) FROM entry WHERE text = 'new'") == "20\n")
        try await program.stop()
        try await site.stop()
    }
}
