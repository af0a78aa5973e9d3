import JSON
import TestSupport
import Testing

/// Requests and commands while another program changes the schema.
@Suite(.timeLimit(.minutes(5))) struct ForeignMigrationTests {
    /// Four rows. Three of them have the same number, which was the key before.
    private static let rebuilt = """
        DROP TABLE name;
        CREATE TABLE name (id INTEGER, text TEXT, key TEXT NOT NULL PRIMARY KEY);
        INSERT INTO name VALUES (1, 'x', 'a'), (1, 'y', 'b'), (1, 'z', 'c'), (2, 'w', 'd');
        """

    @Test(
        arguments: [AnyWriterTests.Journal.wal, .delete],
        [("/name/1:delete", [:]), ("/name/1:update", ["text": "changed"]), ("/name:insert", ["text": "new"])]
            as [(String, JSON)])
    func aWaitingCommandUsesTheNewSchema(
        journal: AnyWriterTests.Journal, call: (target: String, arguments: JSON)
    ) async throws {
        try await withServer(journal.sql) { server in
            _ = try await server.http.get("/name")
            let writer = try SQLShell(server.database.path)
            try await writer.run("BEGIN IMMEDIATE")
            let http = await server.http
            async let answer = http.post(call.target, call.arguments)
            while try await MetricsText(server.http.get("/-/metrics").text)["oriel_commands_running"] == 0 {}
            try await writer.run(Self.rebuilt + "COMMIT")
            #expect(try await [404, 422].contains(answer.status))
            let rows = try await writer.run("SELECT id, text, key FROM name ORDER BY key")
            #expect(rows == "1|x|a\n1|y|b\n1|z|c\n2|w|d\n")
        }
    }

    @Test(arguments: [AnyWriterTests.Journal.wal, .delete])
    func aRequestAfterwardsUsesTheNewSchema(journal: AnyWriterTests.Journal) async throws {
        try await withServer(journal.sql) { server in
            _ = try await server.http.get("/name")
            let socket = try await SocketClient(port: server.port)
            let writer = try SQLShell(server.database.path)
            var name = "text"
            for number in 0..<15 {
                try await writer.run("ALTER TABLE name RENAME COLUMN \(name) TO text\(number)")
                name = "text\(number)"
                #expect(try await server.http.get("/name?sort=\(name)").status == 200)
                try await writer.run("ALTER TABLE name ADD COLUMN new\(number) TEXT DEFAULT 'here'")
                #expect(try await server.http.get("/name/1/new\(number)").status == 200)
                try await writer.run("ALTER TABLE name ADD COLUMN more\(number)")
                let answer = try await server.http.post("/name/1:update", .object(["more\(number)": 1]))
                #expect(answer.status == 200)
                try await writer.run("ALTER TABLE name ADD COLUMN last\(number)")
                #expect(try await socket.open("/name?sort=last\(number)")["type"] == "snapshot")
                try await writer.run("ALTER TABLE name RENAME TO away")
                try await writer.run("ALTER TABLE away RENAME TO name")
                #expect(try await server.http.get("/name").status == 200)
            }
        }
    }
}
