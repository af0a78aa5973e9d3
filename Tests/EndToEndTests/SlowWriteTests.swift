import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// Endless commands, as from the triggers of a foreign database.
@Suite(.timeLimit(.minutes(3))) struct SlowWriteTests {
    /// A command that writes a row with `wait` in it never ends.
    static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO entry VALUES (1, 'one');
        CREATE TABLE sum (n);
        CREATE TRIGGER endless AFTER INSERT ON entry WHEN NEW.text LIKE 'wait%' BEGIN
            INSERT INTO sum SELECT max(x) FROM (
                WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n);
        END;
        CREATE VIEW endless_view AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
        """

    @Test func anEndlessWriteIsRolledBackAloneWithoutLosingOthers() async throws {
        try await withServer(Self.sql, { $0.writeTimeout = .milliseconds(500) }) { server in
            let texts = ["wait 1", "a", "b", "wait 2", "c"]
            let answers = try await withThrowingTaskGroup(of: (String, Int, String).self) { group in
                for text in texts {
                    group.addTask {
                        let answer = try await server.http.post("/entry:insert", ["text": .string(text)])
                        if answer.status == 503 { #expect(try answer.json["detail"] == Self.tooSlow) }
                        return (text, answer.status, try answer.json["code"]?.stringValue ?? "")
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (text, status, code) in answers {
                #expect(status == (text.hasPrefix("wait") ? 503 : 200), "\(text): \(status) \(code)")
                if status == 503 { #expect(code == "write-too-slow") }
            }
            let stored = try await server.database.run(
                "SELECT text FROM entry WHERE id > 1 ORDER BY text; SELECT count(*) FROM sum")
            #expect(stored == "a\nb\nc\n0\n")
        }
    }

    private static let tooSlow: JSON =
        "The change and its triggers took longer than 0.5 seconds (writeTimeout). Nothing was changed."

    @Test func listsAreReadWhileACommandTakesLong() async throws {
        try await withServer(Self.sql, { $0.writeTimeout = .seconds(60) }) { server in
            let posting = Task { try await server.http.post("/entry:insert", ["text": "wait"]).status }
            while try await server.http.get("/-/ready").status == 200 {}
            for sort in ["text", "-text", "-id"] {
                let answer = try await server.http.get("/entry?sort=\(sort)")
                #expect(answer.status == 200)
                #expect(try answer.json["window"]?["total"] == 1)
            }
            #expect(
                try await server.http.get("/-/ready").status == 503, "the command was over before the lists were read")
            posting.cancel()
        }
    }

    @Test func aCommandThatTakesLongIsDoneAndShown() async throws {
        let sql = """
            PRAGMA journal_mode = WAL;
            CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE sum (n);
            CREATE TRIGGER slow AFTER INSERT ON entry BEGIN
                INSERT INTO sum SELECT max(x) FROM (WITH RECURSIVE n (x) AS
                    (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000000) SELECT x FROM n);
            END;
            """
        try await withServer(sql, { $0.writeTimeout = .seconds(60) }) { server in
            let viewer = try await SocketClient(port: server.port)
            let scene = try #require(try await viewer.open("/entry")["scene"]?.intValue)
            let answer = try await server.http.post("/entry:insert", ["text": "slow"], ["Idempotency-Key": "one"])
            #expect(answer.status == 200, "\(answer.text)")
            let again = try await server.http.post("/entry:insert", ["text": "slow"], ["Idempotency-Key": "one"])
            #expect(again.text == answer.text)
            try await viewer.follow(scene) { $0["window"]?["total"] == 1 }
            #expect(try await server.database.run("SELECT count(*), max(n) FROM sum") == "1|3000000\n")
        }
    }

    /// SQLite checks the time limit in one of a hundred commits, after it is done. The commits around the hundredth
    /// wait for a reader until the limit has passed.
    @Test func aCommandWhoseCommitTakesLongRunsOnce() async throws {
        let sql = "PRAGMA journal_mode = DELETE; CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT)"
        try await withServer(sql, { $0.writeTimeout = .milliseconds(10) }) { server in
            let viewer = try await SocketClient(port: server.port)
            let scene = try #require(try await viewer.open("/entry")["scene"]?.intValue)
            let reader = try SQLShell(server.database.path)
            let http = await server.http
            var accepted: [String] = []
            for number in 0..<125 {
                let waits = number > 85
                if waits { try await reader.run("BEGIN; SELECT count(*) FROM entry") }
                async let posted = http.post("/entry:insert", ["text": .string("\(number)")]).status
                let start = ContinuousClock.now
                while waits, ContinuousClock.now - start < .milliseconds(25) {
                    _ = try await server.http.get("/-/health")
                }
                if waits { try await reader.run("COMMIT") }
                if try await posted == 200 { accepted.append("\(number)\n") }
            }
            #expect(accepted.count > 100, "too few commits")
            #expect(try await server.database.run("SELECT text FROM entry ORDER BY id") == accepted.joined())
            let total = Int64(accepted.count)
            try await viewer.follow(scene) { $0["window"]?["total"]?.intValue == total }
        }
    }

    @Test func aServerWithABlockedWriterIsNotReady() async throws {
        try await withServer(Self.sql, { $0.writeTimeout = .seconds(12) }) { server in
            #expect(try await server.http.get("/-/ready").status == 200)
            async let posted = server.http.post("/entry:insert", ["text": "wait"])
            let deadline = ContinuousClock.now + .seconds(60)
            while try await server.http.get("/-/ready").status == 200 {
                guard ContinuousClock.now < deadline else { throw ClientError("it was ready for ever") }
            }
            let start = ContinuousClock.now
            let stuck = try await server.http.get("/-/ready")
            #expect(stuck.status == 503)
            #expect(ContinuousClock.now - start < .seconds(5))
            let reason = try stuck.json["reason"]?.stringValue ?? ""
            #expect(reason.hasPrefix("The database is busy: a slow write has been running for "), "\(stuck.text)")
            #expect(try await server.http.get("/-/metrics").text.contains("oriel_ready 0\n"))
            #expect(try await posted.status == 503)
            while try await server.http.get("/-/ready").status != 200 {
                guard ContinuousClock.now < deadline else { throw ClientError("it was not ready again") }
            }
        }
    }

    @Test(arguments: ["/entry:insert", "/endless_view", "/endless_view:csv", "/endless_view:csv?x=-1"])
    func aSignalStopsTheProgramDuringWork(_ target: String) async throws {
        let file = try await ServedFile(
            Self.sql,
            settings: "drainTimeout: 0.5\nwriteTimeout: 100\nqueryTimeout: 100\npatience: 100\nexportTimeout: 100")
        let (program, port) = try await file.serve()
        let kept = try KeptConnection(port: port)
        let isCommand = target.hasSuffix("insert")
        let asking = Task {
            let http = HTTPClient(port: port)
            return isCommand ? try await http.post(target, ["text": "wait"]).status : try await http.get(target).status
        }
        if isCommand {
            try await file.waitForCommands(1, at: kept)
            while try await kept.get("/-/ready").status == 200 {}
        } else {
            while try await !kept.get("/-/metrics").text.contains("oriel_connections{kind=\"http\"} 2\n") {}
        }
        let start = ContinuousClock.now
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(!ending.errors.contains("request failed"), "\(ending.errors)")
        #expect(ContinuousClock.now - start < .seconds(15))
        _ = try? await asking.value
        #expect(try await file.database.run("SELECT count(*) FROM entry; PRAGMA integrity_check") == "1\nok\n")
    }

    /// `busyTimeout` decides whether the store retries a command whose connections were closed.
    @Test(arguments: ["0.05", "30"]) func aCommandThatAStopEndsIsNotTooSlow(busyTimeout: String) async throws {
        let file = try await ServedFile(
            Self.sql, settings: "drainTimeout: 0.3\nwriteTimeout: 100\nbusyTimeout: \(busyTimeout)")
        let (program, port) = try await file.serve()
        let kept = try KeptConnection(port: port)
        let posting = Task { try await HTTPClient(port: port).post("/entry:insert", ["text": "wait"]) }
        try await file.waitForCommands(1, at: kept)
        while try await kept.get("/-/ready").status == 200 {}
        try program.signal(SIGTERM)
        let answer = try await posting.value
        #expect(answer.status == 503)
        #expect(try answer.json["code"] == "stopping")
        let ending = try await program.end()
        #expect(ending.status == 0)
        #expect(!ending.errors.contains("request failed"), "\(ending.errors)")
    }

    /// One step of SQLite's machine that takes minutes, which nothing interrupts.
    @Test func aProgramEndsDuringWorkThatCannotBeInterrupted() async throws {
        let long = """
            CREATE TABLE long (id INTEGER PRIMARY KEY, n);
            CREATE TRIGGER endless AFTER INSERT ON long BEGIN
                UPDATE long SET n = instr(printf('%.*c', 4000000, 'a'), printf('%.*c', 2000000, 'a') || 'b');
            END;
            """
        let file = try await ServedFile(long, settings: "drainTimeout: 0.5")
        let (program, port) = try await file.serve()
        let kept = try KeptConnection(port: port)
        let asking = Task { try await HTTPClient(port: port).post("/long:insert", ["n": 1]).status }
        try await file.waitForCommands(1, at: kept)
        while try await kept.get("/-/ready").status == 200 {}
        let start = ContinuousClock.now
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(ending.status == 3)
        #expect(
            ending.errors.contains(
                " error stopped before all work was done running=\"a write or a fast list query for "))
        #expect(ContinuousClock.now - start < .seconds(15))
        _ = try? await asking.value
        #expect(try await file.database.run("SELECT count(*) FROM long; PRAGMA integrity_check") == "0\nok\n")
    }
}
