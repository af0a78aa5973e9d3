import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// SQL that an operator types at `/-/sql`.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SQLScreenTests {
    /// Returns the route of a query.
    private static func route(_ sql: String, _ rest: String = "") -> String {
        let allowed = CharacterSet.alphanumerics
        return "/-/sql?query=" + (sql.addingPercentEncoding(withAllowedCharacters: allowed) ?? "") + rest
    }

    @Test func theRowsAreALiveList() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let route = Self.route(
                #"SELECT "State", count(*) AS "Number" FROM "Ticket" GROUP BY "State""#, "&sort=State")
            let first = try await server.http.get(route).json
            #expect(first["screen"] == "sql")
            #expect(first["shown"] == ["State", "Number"])
            #expect(first.titles == ["closed", "new", "open"])
            let client = try await SocketClient(port: server.port)
            let scene = try #require(try await client.open(route)["scene"]?.intValue)
            try await server.database.run("UPDATE Ticket SET State = 'open' WHERE Id = 1")
            try await client.follow(scene) { $0.titles == ["closed", "open"] }
            let last = try await server.http.get(Self.route(#"SELECT "Title" FROM "Ticket""#, "&sort=-Title")).json
            #expect(last.titles == ["Roof", "Lamp", "Gate", "Door"])
            #expect(last["plan"]?.arrayValue?.isEmpty == false)
            #expect(last["reads"] == TestEngine.choose(sqlite: ["Ticket"], postgres: .null))
            #expect(last["tables"]?["Team"] == ["Id", "Name"])
        }
    }

    @Test func parametersAreBound() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let sql = #"SELECT "Title" FROM "Ticket" WHERE "Priority" > :least AND "State" = :state ORDER BY 1;"#
            let found = try await server.http.get(Self.route(sql, "&least=1&state=open")).json
            #expect(found.titles == ["Roof"])
            #expect(found["inputs"]?["parameters"] == ["least": "1", "state": "open"])
            let scene = try #require(found["scene"]?.stringValue)
            #expect(scene.contains(#"WHERE "Priority" > 1 AND "State" = 'open' ORDER BY 1"#))
            let injected = try await server.http.get(Self.route(sql, "&least=0&state='%20OR%201=1%20--")).json
            #expect(injected.titles == [])
            #expect(try await server.http.get(Self.route(sql)).json.titles == [])
            #expect(try await server.http.get(Self.route(sql, "&lesat=1")).status == 400)
            #expect(try await server.http.get(Self.route("SELECT :sort")).status == 400)
        }
    }

    @Test(arguments: [
        #"DELETE FROM "Ticket""#, #"UPDATE "Ticket" SET "Title" = 'x'"#, #"INSERT INTO "Team" VALUES (9, 'x')"#,
        #"DROP TABLE "Event""#, #"SELECT 1; DELETE FROM "Ticket""#, #"SELECT 1) AS a; DELETE FROM "Ticket"; SELECT (1"#,
        "PRAGMA user_version = 9", "ATTACH 'x' AS y", "VACUUM INTO 'x'", "COMMIT",
        #"WITH gone AS (DELETE FROM "Ticket" RETURNING "Id") SELECT * FROM gone"#,
        "SELECT nextval('probe')",
    ])
    func nothingIsWritten(_ sql: String) async throws {
        try await SceneServer.run("scenes: {}") { server in
            if TestEngine.current == .postgres { try await server.database.run("CREATE SEQUENCE probe") }
            let before = try await server.database.dump()
            let answer = try await server.http.get(Self.route(sql)).json
            #expect(answer["error"]?.stringValue?.isEmpty == false, "\(answer)")
            #expect(answer["sections"] == nil)
            #expect(try await server.database.dump() == before)
        }
    }

    @Test func aMistakeIsASentenceAndTheNextQueryRuns() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let wrong = try await server.http.get(
                Self.route(#"SELECT "Titel" FROM "Ticket" AS t WHERE t."Nothing" = 1"#))
            #expect(wrong.status == 200)
            #expect(try wrong.json["error"]?.stringValue?.contains("column") == true)
            let order = try await server.http.get(Self.route("SELECT 1 AS a", "&sort=b")).json
            #expect(order["error"] == "The query has no column \"b\" to sort by.")
            let empty = try await server.http.get("/-/sql").json
            #expect(empty["error"] == nil)
            #expect(empty["inputs"]?["query"] == "")
            #expect(try await server.http.get(Self.route("SELECT 1 AS a")).json["cells"]?.objectValue?.count == 1)
        }
    }

    @Test func queriesWithoutRowsAndThoseThatFailWhileTheyRunAreAnsweredAtOnce() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let failing = TestEngine.choose(sqlite: "abs(-9223372036854775808 + 0 * N)", postgres: "1 / (0 * N)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let empty = try await server.http.get(Self.route("SELECT \(number) AS a WHERE 1 = 0"))
                        #expect(empty.status == 200)
                        #expect(try empty.json["cells"] == [:])
                        let wrong = try await server.http.get(
                            Self.route("SELECT \(failing) AS d FROM (SELECT \(number) AS N) AS n"))
                        #expect(wrong.status == 200)
                        #expect(try wrong.json["error"]?.stringValue?.isEmpty == false)
                    }
                }
                try await group.waitForAll()
            }
            let csv = try await server.http.get(
                Self.route("SELECT \(failing) AS d FROM (SELECT 1 AS N) AS n").replacing("/-/sql?", with: "/-/sql:csv?")
            )
            #expect(csv.status == 400)
        }
    }

    @Test func commentsHaveNoParameters() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let sql = "SELECT :a AS a /* 12:am */ -- it's :x\r\n, :b AS b -- can't\n"
            let row = try await server.http.get(Self.route(sql, "&a=1&b=2")).json
            #expect(row["inputs"]?["parameters"] == ["a": "1", "b": "2"])
            #expect(row["error"] == nil)
            let sorted = try await server.http.get(Self.route(#"SELECT "Name" FROM "Team""#, "&sort=-Name")).json
            #expect(sorted["scene"]?.stringValue?.hasSuffix("ORDER BY \"Name\" DESC\n") == true)
            let strange = try await server.http.get(Self.route("SELECT '\u{7F}\u{85}\u{2028}' AS a")).json
            #expect(strange["scene"]?.stringValue?.hasSuffix("\"SELECT '\\u007f\\u0085\\u2028' AS a\"\n") == true)
        }
    }

    @Test(arguments: [
        (#"DELETE FROM "Team""#, "Write one SELECT, with or without WITH."),
        ("SELECT 1; SELECT 2", "Write one SELECT, and nothing behind a semicolon."),
        ("SELECT ? AS a", "Write parameters as :name."),
    ])
    func aRefusalSaysWhatToWrite(_ sql: String, _ hint: String) async throws {
        try await SceneServer.run("scenes: {}") { server in
            let error = try await server.http.get(Self.route(sql)).json["error"]?.stringValue
            #expect(error?.hasSuffix(hint) == true, "\(error ?? "none")")
        }
    }

    @Test func allRowsAreExported() async throws {
        try await SceneServer.run("scenes: {}") { server in
            let sql = #"SELECT "Title", "Cost" FROM "Ticket" WHERE "Id" < :end"#
            let query = Self.route(sql, "&end=4&sort=-Cost").dropFirst("/-/sql".count)
            let csv = try await server.http.get("/-/sql:csv\(query)")
            #expect(csv.text == "Title,Cost\r\nRoof,9\r\nDoor,7\r\nLamp,5\r\n")
            #expect(csv.headers["content-disposition"]?.contains("query.csv") == true)
            let lines = try await server.http.get("/-/sql:ndjson\(query)").text
            #expect(lines.hasPrefix("{\"Title\":\"Roof\",\"Cost\":9}\n"))
            #expect(try await server.http.get("/-/sql:csv?query=DELETE%20FROM%20Team").status == 400)
            #expect(try await server.http.get("/-/sql:csv?query=SELECT%201&a=1").status == 400)
        }
    }

    @Test func rulesLeaveItToAdministrators() async throws {
        let rules = "roles: { agent: {} }\ntables: { Ticket: [{ to: agent, columns: all }] }\n"
        try await SceneServer.run("scenes: {}", rules: rules) { server in
            let route = Self.route(#"SELECT "Title" FROM "Ticket" ORDER BY 1"#)
            #expect(try await server.get(route, as: "person:1:agent").status == 404)
            #expect(try await server.http.get(route).status == 401)
            let admin = try await server.get(route, as: "person:9:admin").json
            #expect(admin.titles == ["Door", "Gate", "Lamp", "Roof"])
        }
    }

    @Test func anAddressThatMayNotReadGetsNothingAfterOneThatMay() async throws {
        let database = try await TestEngine.makeDatabase(SceneServer.sql)
        try await using(
            { try await TestServer(database) { $0.sqlReaders = Onlookers(["127.0.0.2"]) ?? .nobody } },
            close: { await $0.stop() }
        ) { server in
            let url = "http://127.0.0.1:\(server.port)" + Self.route(#"SELECT "Title" FROM "Ticket""#)
            func status(from address: String) async throws -> String {
                let options = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--interface", address, url]
                return try await blocking { try Shell.run("curl", options) }
            }
            for _ in 0..<3 {
                let (allowed, other) = (try await status(from: "127.0.0.2"), try await status(from: "127.0.0.1"))
                #expect(allowed == "200")
                #expect(other == "403")
            }
        }
    }

    @Test func onlyReadersInTheSettingsMayRunIt() async throws {
        let database = try await TestEngine.makeDatabase(SceneServer.sql)
        try await using(
            { try await TestServer(database) { $0.sqlReaders = .nobody } }, close: { await $0.stop() }
        ) { server in
            for header in [[:], ["Accept": "text/event-stream"], ["If-None-Match": "\"x\""]] {
                #expect(try await server.http.get(Self.route("SELECT 1"), header).status == 403)
            }
            let client = try await SocketClient(port: server.port)
            #expect(try await client.open(Self.route("SELECT 1"))["code"] == "forbidden")
            #expect(try await server.http.get("/-/sql:csv?query=SELECT%201").status == 403)
        }
        try await using({ try await TestServer(database) }, close: { await $0.stop() }) { server in
            let proxied = try await server.http.get(Self.route("SELECT 1"), ["X-Forwarded-For": "192.0.2.1"])
            #expect(proxied.status == 403)
        }
    }
}
