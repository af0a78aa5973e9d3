import JSON
import TestSupport
import Testing

/// The table of commands with a key in an attached database: its content and retention.
@Suite(.timeLimit(.minutes(2))) struct CommandTableTests {
    private static let count = "SELECT count(*) FROM _oriel_commands"
    private static let key = ["Idempotency-Key": "one"]

    @Test func refusedCommandsAreNotRecorded() async throws {
        let site = try await AttachedServer()
        #expect(try await site.http.post("/entry:insert", ["text": "bad"], Self.key).status == 422)
        #expect(try await site.http.post("/entry/9:delete", [:], Self.key).status == 404)
        let http = site.http
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for parent in 1...12 {  // together they are refused, at the end of the transaction
                group.addTask {
                    let body: JSON = ["entry": .int(parent % 4 == 0 ? 99 : 1)]
                    return try await http.post("/child:insert", body, ["Idempotency-Key": "\(parent)"]).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 9)
        #expect(try await site.database.run("\(Self.count); SELECT count(*) FROM child") == "9\n9\n")
        try await site.restart()
        try await site.database.run("INSERT INTO entry VALUES (99, 'late')")
        #expect(try await site.http.post("/child:insert", ["entry": 99], ["Idempotency-Key": "4"]).status == 200)
        try await site.stop()
    }

    @Test func aRunningServerFollowsAttachAndDetach() async throws {
        let site = try await AttachedServer(isAttached: false)
        let schema = try await site.database.run(".schema")
        func insert(_ key: String) async throws -> JSON? {
            try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": key]).json["result"]?["row"]
        }
        #expect(try await insert("a") == "4")
        #expect(try await site.database.run(".schema") == schema)
        #expect(try await Program.run("attach", site.database.path).status == 0)
        #expect(try await insert("b") == "5")
        #expect(try await site.database.run(Self.count) == "1\n")
        #expect(try await Program.run("detach", site.database.path).status == 0)
        #expect(try await insert("c") == "6")
        #expect(try await insert("b") == "5")
        #expect(try await site.database.run(".schema") == schema)
        #expect(try await Program.run("attach", site.database.path).status == 0)
        #expect(try await insert("d") == "7")
        try await site.restart()
        #expect(try await insert("d") == "7")
        #expect(try await insert("c") == "8")
        try await site.stop()
    }

    @Test func onlyCommandsWithAKeyAreRecordedAndNoneIsLogged() async throws {
        let site = try await AttachedServer()
        for number in 0..<3 {
            _ = try await site.http.post("/entry:insert", ["text": "new"])
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
        }
        #expect(try await site.database.run(Self.count) == "3\n")
        let logged = try await site.database.run("SELECT DISTINCT tbl FROM _oriel_log WHERE tbl NOT NULL")
        #expect(logged == "entry\n")
        #expect(try await !site.http.get("/").text.contains("_oriel_"))
        #expect(try await site.http.get("/_oriel_commands").status == 404)
        try await site.stop()
    }

    @Test func oldAndExcessRecordsAreDeletedGradually() async throws {
        let site = try await AttachedServer()
        try await site.database.run(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100004)
            INSERT INTO _oriel_commands SELECT i, 'k' || i, 0, NULL, unixepoch() - iif(i < 4, 90000, 0) FROM n
            """)
        var counts: [String] = []
        for number in 0..<5 {
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
            counts.append(try await site.database.run("SELECT min(seq), count(*) FROM _oriel_commands"))
        }
        #expect(counts == ["3|100003\n", "5|100002\n", "7|100001\n", "9|100000\n", "10|100000\n"])
        try await site.database.run("UPDATE _oriel_commands SET time = time - 86401 WHERE seq < 20")
        for number in 5..<12 {
            _ = try await site.http.post("/entry:insert", ["text": "new"], ["Idempotency-Key": "\(number)"])
        }
        #expect(try await site.database.run("SELECT min(seq) FROM _oriel_commands") == "20\n")
        try await site.stop()
    }
}
