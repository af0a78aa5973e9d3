import Foundation
import JSON
import TestSupport
import Testing

/// The shutdown of a program.
@Suite(.timeLimit(.minutes(2))) struct DrainTests {
    private static let sql = "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT);"

    @Test func aCopyOfTheFileAloneIsCompleteAfterAStop() async throws {
        let file = try await ServedFile(Self.sql)
        let (program, port) = try await file.serve()
        #expect(try await HTTPClient(port: port).post("/entry:insert", ["text": "kept in the log"]).status == 200)
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
        let content = try Data(contentsOf: URL(fileURLWithPath: file.database.path))
        #expect(content.range(of: Data("kept in the log".utf8)) != nil)
    }

    @Test func runningRequestsAreAnsweredAndOthersAreTurnedAway() async throws {
        let file = try await ServedFile(Self.sql, settings: "drainTimeout: 30\nbusyTimeout: 30")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let (asking, idle) = (try await SocketClient(port: port), try await SocketClient(port: port))
        let scene = try #require(try await asking.open("/entry")["scene"]?.intValue)
        _ = try await idle.open("/entry")
        let events = try await EventClient(port: port, "/entry")
        _ = try await events.next()
        let kept = try KeptConnection(port: port)
        #expect(try await kept.get("/-/ready").status == 200)
        let writer = try SQLShell(file.database.path)
        try await writer.run("BEGIN IMMEDIATE")
        async let posted = http.post("/entry:insert", ["text": "posted"])
        async let sent = asking.run("insert", scene: scene, ["text": "sent"])
        try await file.waitForCommands(2, at: kept)
        try program.signal(SIGTERM)
        _ = try await idle.next { $0["type"] == "closed" }
        #expect(idle.closeCode == 1001)
        #expect(idle.closeReason.hasSuffix("; retry=1000"))
        await #expect(throws: ClientError.self) { while true { _ = try await events.next() } }
        #expect((250...1000).contains(events.retry ?? 0))
        let ready = try await kept.get("/-/ready")
        #expect(ready.status == 503)
        #expect(try ready.json["status"] == "draining")
        #expect(try ready.json["reason"] == "The server is stopping.")
        #expect(ready.headers["connection"] == "close")
        await #expect(throws: ClientError.self) { try await http.get("/-/health") }
        try await writer.run("COMMIT")
        #expect(try await posted.status == 200)
        #expect(try await sent["result"] != nil)
        _ = try await asking.next { $0["type"] == "closed" }
        #expect(asking.closeCode == 1001)
        #expect(try await program.end().status == 0)
        #expect(
            try await file.database.run("SELECT group_concat(text) FROM (SELECT text FROM entry ORDER BY text)")
                == "posted,sent\n")
    }

    @Test func slowRequestsAreCutOff() async throws {
        let file = try await ServedFile(Self.sql, settings: "drainTimeout: 0.3\nbusyTimeout: 30")
        let (program, port) = try await file.serve()
        let writer = try SQLShell(file.database.path)
        try await writer.run("BEGIN IMMEDIATE")
        async let posted = HTTPClient(port: port).post("/entry:insert", ["text": "posted"])
        try await file.waitForCommands(1, at: try KeptConnection(port: port))
        try program.signal(SIGTERM)
        let answer = try await posted
        #expect(answer.status == 503)
        #expect(try answer.json["code"] == "stopping")
        try await writer.run("ROLLBACK")
        #expect(try await program.end().status == 0)
    }

    /// As in a container: it is the first process there, which no signal ends by its usual effect.
    private static let container = ["unshare", "--user", "--map-root-user", "--pid", "--fork"]

    @Test func aSecondSignalEndsTheProgramImmediately() async throws {
        try await endAtOnce(status: SIGTERM)
    }

    @Test(.enabled("where a process may make a container") { try await Program.mayBeStarted(by: container) })
    func aSecondSignalEndsTheFirstProcessOfAContainerToo() async throws {
        try await endAtOnce(by: Self.container, status: 128 + SIGTERM)
    }

    private func endAtOnce(by wrapper: [String] = [], status: Int32) async throws {
        let file = try await ServedFile(Self.sql, settings: "drainTimeout: 50\nbusyTimeout: 50")
        let (program, port) = try await file.serve(by: wrapper)
        let writer = try SQLShell(file.database.path)
        try await writer.run("BEGIN IMMEDIATE")
        let posted = Task { try await HTTPClient(port: port).post("/entry:insert", ["text": "posted"]) }
        try await file.waitForCommands(1, at: try KeptConnection(port: port))
        let start = ContinuousClock.now
        let signals = Task {
            while !Task.isCancelled, (try? program.signal(SIGTERM)) != nil { await Task.yield() }
        }
        let ending = try await program.end()
        signals.cancel()
        #expect(ending.status == status)
        #expect(ending.errors.contains("stopped immediately"))
        #expect(ContinuousClock.now - start < .seconds(20))
        await #expect(throws: ClientError.self) { try await posted.value }
    }
}
