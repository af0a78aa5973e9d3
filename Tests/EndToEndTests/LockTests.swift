import JSON
import Serving
import TestSupport
import Testing

/// What happens while another program holds a lock.
@Suite(.timeLimit(.minutes(5))) struct LockTests {
    @Test func readersAreServedWhileAWriterHoldsTheLogAndACommandWaits() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            let before = try await server.http.get("/name")
            let writer = try SQLShell(server.database.path)
            try await writer.run("BEGIN EXCLUSIVE; UPDATE name SET text = 'held' WHERE id = 1")
            let http = await server.http
            async let command = http.post("/name/2:update", ["text": "waited"])
            for _ in 0..<20 {
                let answer = try await server.http.get("/name")
                #expect(answer.tag == before.tag)
                #expect(try answer.json["problem"] == nil)
            }
            try await writer.run("COMMIT")
            #expect(try await command.status == 200)
            let cells = try await server.http.get("/name").json["cells"]
            #expect(cells?["1"]?["title"] == "held")
            #expect(cells?["2"]?["title"] == "waited")
        }
    }

    @Test(arguments: [AnyWriterTests.Journal.wal, .delete])
    func aCommandThatWaitsTooLongSaysWhenToComeAgain(journal: AnyWriterTests.Journal) async throws {
        try await withServer(journal.sql, { $0.busyTimeout = .milliseconds(100) }) { server in
            let writer = try SQLShell(server.database.path)
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            try await writer.run("BEGIN IMMEDIATE")
            let answer = try await server.http.post("/name:delete", ["row": "1"], ["Idempotency-Key": "k"])
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] != nil)
            #expect(try answer.json["code"] == "busy")
            #expect(try await socket.run("delete", scene: scene, row: "1")["error"]?["code"] == "busy")
            try await writer.run("ROLLBACK")
            let again = try await server.http.post("/name:delete", ["row": "1"], ["Idempotency-Key": "k"])
            #expect(again.status == 200)
        }
    }

    @Test(arguments: [false, true]) func anExclusiveLockIsToldAndForgotten(isAsked: Bool) async throws {
        try await withServer(AnyWriterTests.Journal.delete.sql, { $0.patience = .milliseconds(100) }) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            let writer = try SQLShell(server.database.path)
            try await writer.run("UPDATE name SET text = 'a' WHERE id = 1")
            try await socket.follow(scene) { $0["cells"]?["1"]?["title"] == "a" }
            try await writer.run("PRAGMA locking_mode = EXCLUSIVE; UPDATE name SET text = 'b' WHERE id = 1")
            if isAsked {
                let opened = try await socket.open("/name?sort=-id")
                #expect(["snapshot", "error"].contains(opened["type"]?.stringValue))
            }
            try await socket.follow(scene) { $0["problem"]?["code"] == "database-locked" }
            #expect(socket.replicas[scene]?.document["cells"]?["3"]?["title"] == "three")
            try await writer.run("PRAGMA locking_mode = NORMAL; SELECT * FROM name")
            try await socket.follow(scene) { $0["problem"] == nil && $0["cells"]?["1"]?["title"] == "b" }
            try await socket.settle(scene, server.http)
        }
    }

    /// In rollback mode a commit waits for readers, ours too, and these must not wait for it.
    @Test func aCommandDoesNotWaitForAReaderOfOurs() async throws {
        let columns = (0..<300).map { "c\($0)" }.joined(separator: ", ")
        let views = (0..<12).map { "CREATE VIEW v\($0) AS SELECT * FROM wide;" }.joined()
        let sql = "CREATE TABLE o (id INTEGER PRIMARY KEY, a); CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns));"
        try await withServer("PRAGMA journal_mode = DELETE;" + sql + views) { server in
            for number in 0..<12 {
                let refused = try await server.http.post("/v\(number):x", [:])
                #expect(refused.status >= 400)
                let insert = try await server.http.post("/o:insert", ["a": 1])
                #expect(insert.status == 200)
            }
        }
    }
}
