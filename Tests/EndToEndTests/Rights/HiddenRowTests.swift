import JSON
import Lists
import Serving
import SQLiteEngine
import Stores
import TestSupport
import Testing

/// Rows and tables that a principal may not see do not exist for it. The test of comparisons is for SQLite alone: its
/// columns have a collation that ignores case, and no type.
@Suite(.timeLimit(.minutes(5))) struct HiddenRowTests {
    @Test("15, 17, 33: a hidden row is answered like one that does not exist, at each transport", .onBothEngines)
    func aHiddenRowIsAnsweredLikeNone() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            for target in ["/Ticket/%s", "/Ticket/%s/Photo", "/Ticket/%s/Note", "/Ticket/%s?x=1", "/Event/%s"] {
                let hidden = target.hasPrefix("/Event") ? "2" : "9"
                for accept in ["application/json", "text/event-stream", "application/json-patch+json"] {
                    let ask = { (id: String) in
                        try await server.get(
                            target.replacing("%s", with: id), as: Helpdesk.ada, ["Accept": accept]
                        ).told(instead: "/\(id)")
                    }
                    #expect(try await ask(hidden) == ask("77"), "\(target) \(accept)")
                }
            }
            #expect(try await server.get("/Ticket/9", as: Helpdesk.ada).status == 404)
            #expect(try await server.get("/Ticket/9/Photo", as: Helpdesk.bob).status == 200)
            let commands: [(String, JSON)] = [
                ("/Ticket/%s:update", ["Note": "x"]), ("/Ticket/%s:delete", [:]), ("/Ticket/%s:nonesuch", [:]),
                ("/Ticket:update", ["row": "%s", "Note": "x"]), ("/Ticket:delete", ["row": "%s"]),
                ("/Ticket/%s:update", ["Nonesuch": 1]),
                ("/Ticket/%s:update", ["expected": ["Note": "walrus note"], "arguments": ["Note": "x"]]),
            ]
            for (target, body) in commands {
                let ask = { (id: String) in
                    let body = try JSON(parsing: body.text.replacing("%s", with: id))
                    return try await server.post(
                        target.replacing("%s", with: id), body, as: Helpdesk.ada, key: "k\(id)"
                    )
                    .told(instead: "/\(id)")
                }
                #expect(try await ask("9") == ask("77"), "\(target) \(body)")
            }
            let socket = try await server.socket(as: Helpdesk.ada)
            let scene = try await socket.open("/Ticket")["scene"]?.intValue ?? 0
            for command in ["update", "delete"] {
                let (hidden, none) = (
                    try await socket.run(command, scene: scene, row: "9", command == "update" ? ["Note": "x"] : [:]),
                    try await socket.run(command, scene: scene, row: "77", command == "update" ? ["Note": "x"] : [:])
                )
                #expect(hidden["error"] == none["error"])
                #expect(hidden["error"]?["code"] == "not-found")
            }
            let (hidden, none) = (try await socket.open("/Ticket/9"), try await socket.open("/Ticket/77"))
            #expect(hidden["code"] == none["code"])
            #expect(
                hidden["message"]?.stringValue?.replacing("9", with: "")
                    == none["message"]?.stringValue?.replacing("77", with: ""))
            #expect(try await server.database.run("SELECT Note FROM Ticket WHERE Id = 9") == "walrus note\n")
        }
    }

    @Test("16: a window at a hidden row begins at the first row", .onBothEngines)
    func aWindowAtAHiddenRowBeginsAtZero() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            for anchor in ["@%s", "@%s,1"] {
                let ask = { (id: String) in
                    try await server.get("/Ticket?window=\(anchor.replacing("%s", with: id))", as: Helpdesk.ada).told()
                }
                #expect(try await ask("9") == ask("77"))
            }
            let socket = try await server.socket(as: Helpdesk.ada)
            let hidden = try await socket.open("/Ticket", window: ["anchor": "9", "count": 2])
            #expect(hidden["document"]?["window"]?["start"] == 0)
        }
    }

    @Test("19, 20: counts, sections and sections of other tables are of visible rows", .onBothEngines)
    func countsAreOfVisibleRows() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let list = try await server.get("/Ticket?section=State", as: Helpdesk.ada).json
            #expect(list["window"]?["total"] == 3)
            let sections = list["sections"]?.arrayValue ?? []
            #expect(sections.map { $0["title"] } == ["new", "open"])
            #expect(sections.map { $0["count"] } == [1, 2])
            let root = try await server.get("/", as: Helpdesk.ada).json
            #expect(root.titles == ["Event", "Team", "Ticket", "User"])
            #expect(root["cells"]?["Ticket"]?["fields"]?["rows"] == nil)
            #expect(try await server.titles("/", as: nil) == ["User"])
            #expect(try await server.titles("/", as: Helpdesk.bob) == ["OpenByTeam", "Team", "Ticket", "User"])
            let row = try await server.get("/Ticket/9", as: Helpdesk.bob).json
            #expect(
                row["sections"]?.arrayValue?.map { $0["id"] } == ["Ticket"], "Event and Secret are not granted"
            )
            #expect(try await server.titles("/Event", as: Helpdesk.ada) == ["called"])
        }
    }

    @Test(
        "22, 23, 24, 50: a table or view without a grant is answered like none, however it is spelled", .onBothEngines,
        arguments: [
            "Secret", "Member", "AllTickets", "OpenByTeam", "sqlite_sequence", "sqlite_schema", "_oriel_log",
            "_oriel_commands", "Ticket_fts", "Ticket_fts_data", "ticket", "oriel_migrations", "pg_class", "pg_authid",
        ])
    func aTableWithoutAGrantIsNone(name: String) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            if TestEngine.current == .sqlite {  // PostgreSQL has no full-text index
                let path = server.database.path
                _ = try await blocking { try IndexFile(path: path).make("Ticket", columns: ["Title", "Memo"]) }
            }
            for spelling in ["/%s", "/%s/", "/%s/1", "/~t%s", "/%s:csv", "/%s:nonesuch", "/%s?sort=x", "/%s/1/Word"] {
                let ask = { (name: String) in
                    try await server.get(spelling.replacing("%s", with: name), as: Helpdesk.ada).told(instead: name)
                }
                #expect(try await ask(name) == ask("Nonesuch"), "\(spelling)")
                let insert = { (name: String) in
                    try await server.post("/\(name):insert", ["Word": "x"], as: Helpdesk.ada).told(instead: name)
                }
                #expect(try await insert(name) == insert("Nonesuch"))
            }
            let first = "%" + String(Array(name.utf8)[0], radix: 16) + name.dropFirst()
            #expect(try await server.get("/\(first)", as: Helpdesk.ada).status == 404)
            #expect(try await server.get("/Secret", as: Helpdesk.root).status == 200)
        }
    }

    @Test("29, 55: scenes of others are unknown, and no setting widens a grant", .onBothEngines)
    func scenesOfOthersAreUnknown() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { settings in
            settings.origins = ["https://foreign.example"]
        } _: { server in
            let (bob, ada) = (try await server.socket(as: Helpdesk.bob), try await server.socket(as: Helpdesk.ada))
            let scene = try await bob.open("/Ticket")["scene"]?.intValue ?? 0
            let reply = try await ada.run("update", scene: scene, row: "9", ["Note": "x"])
            #expect(reply["error"]?["code"] == "unknown-scene")
            let messages: [JSONObject] = [
                ["type": "window", "start": 0, "count": 5], ["type": "input", "values": ["Note": "x"]],
            ]
            for message in messages {
                for number in [scene, 4_711] {
                    var message = message
                    message["scene"] = .int(number)
                    try await ada.send(.object(message))
                    #expect(try await ada.next()["code"] == "unknown-scene")
                }
            }
            let foreign = try await server.get("/Ticket", as: Helpdesk.ada, ["Origin": "https://foreign.example"])
            #expect(try foreign.json.titles == ["Lamp", "Door", "Roof"])
        }
    }

    @Test("30: the inspector is for administrators, and metrics name no route", .onBothEngines)
    func theInspectorIsForAdministrators() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let socket = try await server.socket(as: Helpdesk.bob)
            _ = try await socket.open("/Ticket")
            for principal in Helpdesk.limited {
                #expect(try await server.get("/-/inspect", as: principal).status == 403)
                let metrics = try await server.get("/-/metrics", as: principal).text
                for word in Helpdesk.markers + ["/Ticket", "OpenByTeam"] { #expect(!metrics.contains(word)) }
            }
            #expect(try await server.get("/-/inspect", as: Helpdesk.root).text.contains("/Ticket"))
        }
    }

    @Test("53: rule and route compare alike, so a row of the list has a page and the reverse")
    func listAndPageAgree() async throws {
        let sql = """
            CREATE TABLE Note (Id INTEGER PRIMARY KEY, Owner TEXT COLLATE NOCASE, Kind, Word TEXT);
            INSERT INTO Note VALUES
                (1, 'ADA', 1, 'a'), (2, 'ada', '1', 'b'), (3, 'é', 1.0, 'c'), (4, 'e\u{301}', 'x', 'd');
            """
        let rules = """
            roles: { agent: {} }
            tables:
              Note: [{ to: agent, columns: all, rows: Owner = 'ada' and Kind = '1' or Owner = 'é' }]
            """
        try await withServer(sql, rules: rules) { server in
            let list = try await server.get("/Note", as: "person:1:agent").json
            let shown = Set(list["cells"]?.objectValue?.names ?? [])
            #expect(shown == ["2", "3"])
            for id in ["1", "2", "3", "4"] {
                #expect(
                    try await server.get("/Note/\(id)", as: "person:1:agent").status == (shown.contains(id) ? 200 : 404)
                )
            }
        }
    }
}
