import JSON
import TestSupport
import Testing

/// Commits of any writer are shown, and nothing else.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct AnyWriterTests {
    enum Journal: String, CaseIterable {
        case wal, delete, truncate, persist

        var sql: String { "PRAGMA journal_mode = \(rawValue);\n" + Self.names }

        static let names = """
            CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
            INSERT INTO name VALUES (1, 'one'), (2, 'two'), (3, 'three');
            """
    }

    @Test(arguments: Journal.allCases) func aCommitOfAnOpenConnectionIsShown(journal: Journal) async throws {
        try await withServer(journal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            let writer = try SQLShell(of: server.database)
            for number in 0..<5 {
                try await writer.run("BEGIN; UPDATE name SET text = 'new \(number)' WHERE id = 2")
                #expect(try await server.http.get("/name").tag == socket.replicas[scene]?.digest)
                try await writer.run("COMMIT")
                try await socket.follow(scene) { $0["cells"]?["2"]?["title"] == .string("new \(number)") }
                #expect(socket.replicas[scene]?.patches == number + 1)
            }
        }
    }

    @Test func aGetAfterASchemaChangeShowsTheCurrentRows() async throws {
        try await withServer(Journal.wal.sql) { server in
            let writer = try SQLShell(of: server.database)
            for number in 4..<34 {
                try await writer.run(
                    "BEGIN; ALTER TABLE name ADD COLUMN c\(number) TEXT; "
                        + "INSERT INTO name (id, text) VALUES (\(number), ''); COMMIT"
                )
                for _ in 0..<number % 4 { _ = try await server.http.get("/") }  // so that it is soon after, or later
                let rows = try await server.http.get("/name").json["sections"]?[0]?["rows"]?.arrayValue
                #expect(rows?.count == number)
            }
        }
    }

    @Test func rolledBackChangesAreNeverShown() async throws {
        try await withServer(Journal.wal.sql) { server in
            let events = try await EventClient(port: server.port, "/name")
            _ = try await events.next()
            let writer = try SQLShell(of: server.database)
            try await writer.run(
                "BEGIN; DELETE FROM name; ROLLBACK; BEGIN; INSERT INTO name VALUES (4, 'four'); COMMIT")
            #expect(try await events.next().name == "patch")
            #expect(events.document["cells"]?.objectValue?.names == ["1", "2", "3", "4"])
        }
    }

    @Test(arguments: [Journal.wal, .delete]) func aTransactionOfTenThousandRowsIsOnePatch(journal: Journal) async throws
    {
        try await withServer(journal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name?sort=-id")["scene"]?.intValue)
            try await server.database.run(
                """
                WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 10003)
                INSERT INTO name SELECT i, 'row ' || i FROM n
                """)
            let patch = try await socket.next()
            #expect(patch["type"] == "patch")
            #expect(patch.text.utf8.count < 50_000)
            #expect(socket.replicas[scene]?.document["window"]?["total"] == 10_003)
            try await socket.settle(scene, server.http)
            #expect(socket.replicas[scene]?.patches == 1)
        }
    }

    @Test func aFailedQueryIsReportedAndRetriedAfterTheNextCommit() async throws {
        let sql = "CREATE TABLE number (i INTEGER); CREATE VIEW size AS SELECT abs(i) AS a FROM number;"
        try await withServer(sql + "INSERT INTO number VALUES (-1)") { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/size")["scene"]?.intValue)
            try await server.database.run("INSERT INTO number VALUES (-9223372036854775808)")
            try await socket.follow(scene) { $0["problem"]?["code"] == "query-failed" }
            #expect(socket.replicas[scene]?.document["window"]?["total"] == 1)
            try await server.database.run("UPDATE number SET i = 7 WHERE i < -1")
            try await socket.follow(scene) { $0["problem"] == nil && $0["window"]?["total"] == 2 }
            try await socket.settle(scene, server.http)
        }
    }

    @Test func anImmediatelyFailingQueryIsAnsweredAndRetriedAfterTheNextCommit() async throws {
        let sql = "CREATE TABLE number (i INTEGER); CREATE VIEW size AS SELECT abs(i) AS a FROM number;"
        try await withServer(sql + "INSERT INTO number VALUES (-9223372036854775808)") { server in
            for _ in 0..<3 {
                let answer = try await server.http.get("/size")
                #expect(answer.status == 503)
                #expect(try answer.json["code"] == "query-failed")
            }
            try await server.database.run("DELETE FROM number")
            #expect(try await server.http.get("/size").status == 200)
        }
    }

    @Test func aVacuumChangesNoDocument() async throws {
        try await withServer(Journal.delete.sql) { server in
            let before = try await server.http.get("/name")
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            try await server.database.run("VACUUM")
            #expect(try await server.http.get("/name").tag == before.tag)
            try await server.database.run("DELETE FROM name WHERE id = 3; VACUUM")
            try await socket.follow(scene) { $0["window"]?["total"] == 2 }
            #expect(socket.replicas[scene]?.patches == 1)
        }
    }

    @Test func anUnwatchedListIsCurrentForTheNextClient() async throws {
        try await withServer(Journal.wal.sql) { server in
            let first = try await server.http.get("/name")
            let socket = try await SocketClient(port: server.port)
            _ = try await socket.open("/name/2")
            for number in 0..<5 {
                try await server.database.run("UPDATE name SET text = 'new \(number)' WHERE id = 2")
                _ = try await server.http.get("/name/2")
            }
            let tag = ["Accept": "application/json-patch+json", "If-None-Match": first.headers["etag"] ?? ""]
            let later = try await server.http.get("/name", tag)
            #expect(later.headers["content-type"] == "application/json-patch+json")
            #expect(try first.json.applying(try later.json)["cells"]?["2"]?["title"] == "new 4")
        }
    }
}

/// On PostgreSQL, a new table is known within a second.
@Suite(.timeLimit(.minutes(5))) struct NewTableTests {
    @Test func aNewTableHasARouteOnEveryTransport() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            for number in 0..<5 {
                try await server.database.run("CREATE TABLE new\(number) (id INTEGER PRIMARY KEY, text TEXT)")
                #expect(try await server.http.get("/new\(number)").status == 200)
                try await server.database.run("CREATE TABLE other\(number) (id INTEGER PRIMARY KEY, text TEXT)")
                #expect(try await server.http.post("/other\(number):insert", ["text": "x"]).status == 200)
                try await server.database.run("CREATE TABLE third\(number) (id INTEGER PRIMARY KEY, text TEXT)")
                let socket = try await SocketClient(port: server.port)
                #expect(try await socket.open("/third\(number)")["type"] == "snapshot")
            }
        }
    }
}
