import JSON
import Serving
import TestSupport
import Testing

/// Reads and writes while another program holds a lock.
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
    func aCommandThatTimesOutReturnsRetryAfter(journal: AnyWriterTests.Journal) async throws {
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

    @Test(arguments: [false, true]) func anExclusiveLockIsReportedUntilItsRelease(isAsked: Bool) async throws {
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

    /// With a patience of a minute, a response that waits for the lock exceeds the time limit.
    @Test(.timeLimit(.minutes(5))) func knownDocumentsAreServedDuringALock() async throws {
        try await withServer(AnyWriterTests.Journal.delete.sql, { $0.patience = .seconds(60) }) { server in
            let events = try await EventClient(port: server.port, "/name")
            _ = try await events.next()
            _ = try await server.http.get("/name/1")
            let writer = try SQLShell(server.database.path)
            for round in 0..<3 {
                try await writer.run("BEGIN EXCLUSIVE; UPDATE name SET text = 'round \(round)'")
                while events.document["problem"]?["code"] != "database-locked" {
                    _ = try await server.http.get("/name/1")
                    _ = try await events.next()
                }
                let ready = try await server.http.get("/-/ready")
                #expect(ready.status == 503)
                #expect(try ready.json["reason"] == events.document["problem"]?["message"])
                for _ in 0..<5 {
                    let known = try await server.http.get("/name")
                    #expect(try known.json["problem"]?["code"] == "database-locked")
                    let again = try await server.http.get("/name", ["If-None-Match": known.headers["etag"] ?? ""])
                    #expect(again.status == 304)
                    #expect(try await server.http.get("/name/1").status == 200)
                    let new = try await server.http.get("/name?sort=text&text.gte=\(round)")
                    #expect(new.status == 503)
                    #expect(try new.json["code"] == "database-locked")
                }
                try await writer.run("COMMIT")
                for route in ["/name", "/name/1", "/name?text=round%20\(round)"] {
                    let shown = try await server.http.get(route)
                    #expect(shown.text.contains("round \(round)"), "\(shown.text)")
                    #expect(try shown.json["problem"] == nil)
                }
                while events.document["problem"] != nil { _ = try await events.next() }
            }
        }
    }

    /// In rollback mode, a program without a busy timeout fails at once if it commits during a read.
    @Test func aWriterThatDoesNotWaitIsNotKeptOutByViewers() async throws {
        let sql =
            "WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO name "
            + "SELECT i, 'row ' || i FROM n;"
        try await withServer(AnyWriterTests.Journal.delete.sql + sql) { server in
            let alone = await Self.failures(of: server.database.path)
            let one = try await EventClient(port: server.port, "/name?sort=text")
            let other = try await EventClient(port: server.port, "/name")
            for events in [one, other] { _ = try await events.next() }
            var watched = await Self.failures(of: server.database.path)
            for _ in 0..<3 where watched > alone + 6 {  // other tests may have taken the processor from a reader
                watched = await Self.failures(of: server.database.path)
            }
            #expect(watched <= alone + 6, "\(watched) of 60 with viewers, \(alone) without")
        }
    }

    /// Runs 60 programs, one after the other, that write twice without a busy timeout, and counts the failures.
    private static func failures(of path: String) async -> Int {
        var count = 0
        for number in 0..<60 {
            let sql =
                "UPDATE name SET text = 'a\(number)' WHERE id = 1; UPDATE name SET text = 'b\(number)' WHERE id = 2;"
            do {
                _ = try await blocking { try Shell.run("sqlite3", ["-bail", path, sql]) }
            } catch {
                count += 1
            }
        }
        return count
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
