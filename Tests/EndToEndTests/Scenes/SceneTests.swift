import Foundation
import JSON
import Loop
import TestSupport
import Testing

/// Screens that are declared in YAML.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SceneTests {
    private static let desk = """
        app: { title: Desk, home: /desk, menu: [/desk, { title: Plan, href: /board }], tables: hidden }
        scenes:
          /desk:
            title: Tickets
            table: Ticket
            where: State <> 'closed'
            columns:
              - Title: { width: 3 }
              - State: { format: badge, colors: { new: blue } }
              - { Owner: { label: Agent, show: Owner.Name }, Team.Name: {} }
              - double: { sql: '"Priority" * 2', label: Twice }
              - Due
            sort: [-Priority, Title]
            search: [Title]
            chips: [{ title: Urgent, where: Priority > 1 }, { column: Team }]
            open: /tickets/{Id}
            commands:
              - take: { row: true, when: Owner is null, update: { Owner: 1, State: open }, insert: { Event: { Ticket: =row, Text: taken } } }
              - close: { row: true, ask: "Close {Title}?", input: { reason: { kind: multiline, required: true } }, sql: ['UPDATE "Ticket" SET "State" = ''closed'', "Note" = :reason WHERE "Id" = :row', 'INSERT INTO "Event" ("Ticket", "Text") VALUES (:row, :reason)'] }
              - fail: { row: true, sql: ['UPDATE "Ticket" SET "Note" = ''gone'' WHERE "Id" = :row', 'INSERT INTO "Event" ("Ticket", "Text") VALUES (:row, NULL)'] }
          /tickets/{Id}:
            table: Ticket
            label: Title
            form:
              groups: { What: [Title, Note], Who: [Owner] }
              fields:
                Title: { required: true, maxLength: 10 }
                Owner: { kind: reference, choose: { table: User, where: IsActive = 1, label: Name } }
                State: { kind: choice, choices: { new: New, open: Open } }
                Due: { min: "2026-01-01", message: Choose a day of this year or later. }
              readOnly: [Team]
            related: [{ table: Event, by: Ticket, columns: [Text], insert: true }]
          /board: { table: Ticket, template: board, lanes: { column: State, order: [new, open] }, card: { title: Title, subtitle: Owner.Name } }
        """

    @Test func aListShowsWhatIsDeclared() async throws {
        try await SceneServer.run(Self.desk) { server in
            let home = try await server.http.get("/").json
            #expect(home["route"] == "/desk")
            #expect(home["title"] == "Tickets")
            #expect(home.titles == ["Lamp", "Roof", "Door"])
            #expect(home["shown"] == ["Title", "State", "Owner", "Team.Name", "double", "Due"])
            #expect(home["columnOptions"]?["Owner"] == ["label": "Agent"])
            #expect(home["columnOptions"]?["State"] == ["format": "badge", "colors": ["new": "blue"]])
            let door = home["cells"]?["2"]
            #expect(door?["fields"]?["double"] == 2)
            #expect(door?["fields"]?["Team.Name"] == "North")
            #expect(door?["links"]?["Owner"] == ["title": "Ada"])
            #expect(door?["href"] == "/tickets/2")
            #expect(home["cells"]?["1"]?["can"] == ["edit", "delete", "take", "close", "fail"])
            #expect(door?["can"] == ["edit", "delete", "close", "fail"])
            #expect(
                home["app"]?["menu"] == [
                    ["title": "Tickets", "href": "/desk"], ["title": "Plan", "href": "/board"],
                ])
        }
    }

    @Test func aRouteNarrowsAList() async throws {
        try await SceneServer.run(Self.desk) { server in
            let urgent = try await server.http.get("/desk?chip=urgent").json
            #expect(urgent.titles == ["Lamp", "Roof"])
            #expect(urgent["route"] == "/desk?chip=urgent")
            #expect(urgent["chips"]?[0]?["active"] == true)
            #expect(try await server.titles("/desk?search=oo") == ["Roof", "Door"])
            #expect(try await server.titles("/desk?Team=1&sort=Title") == ["Door", "Lamp"])
            #expect(try await server.http.get("/desk?sort=-Priority%2CTitle").json["route"] == "/desk")
            #expect(try await server.titles("/desk?sort=") == ["Lamp", "Door", "Roof"])
            let counts = try await server.http.get("/desk?counts=State").json
            #expect(counts.titles == ["open", "new"])
            #expect(counts["cells"]?["open"]?["href"] == "/desk?State=open")
            #expect(try await server.http.get("/desk?chip=none").status == 400)
            #expect(try await server.http.get("/Ticket").status == 404)
            let csv = try await server.http.get("/desk:csv").text
            #expect(csv.contains("Lamp,new"))
        }
    }

    @Test func aCommandRunsInOneTransaction() async throws {
        try await SceneServer.run(Self.desk) { server in
            #expect(try await server.run("/desk:take", ["row": "1"]).status == 200)
            #expect(try await server.run("/desk:take", ["row": "1"]).status == 409)
            #expect(try await server.read("SELECT Text FROM Event WHERE Ticket = 1") == "taken")
            let refused = try await server.run("/desk:close", ["row": "2"])
            #expect(refused.status == 422)
            #expect(try refused.json["fields"]?["reason"] == "is required")
            #expect(try await server.run("/desk:close", ["row": "2", "reason": "it's done"]).status == 200)
            #expect(try await server.read("SELECT State, Note FROM Ticket WHERE Id = 2") == "closed|it's done")
            #expect(try await server.read("SELECT count(*) FROM Event WHERE Text = 'it''s done'") == "1")
            for reason: JSON in [["a"], ["b": 1], "\u{0}"] {
                #expect(try await server.run("/desk:close", ["row": "3", "reason": reason]).status == 422)
            }
            #expect(try await server.run("/desk:close", ["row": "99", "reason": "x"]).status == 404)
            #expect(try await server.run("/desk:close", ["row": "4", "reason": "x"]).status == 404)  // it is closed
            #expect(try await server.run("/desk:fail", ["row": "3"]).status == 422)
            #expect(try await server.read("SELECT Note FROM Ticket WHERE Id = 3") == "n3")
            #expect(try await server.titles("/desk") == ["Lamp", "Roof"])
        }
    }

    @Test func aCardMovesToAnotherLane() async throws {
        try await SceneServer.run(Self.desk) { server in
            let board = try await server.http.get("/board").json
            #expect(board["template"] == "board")
            #expect(board["sections"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["closed", "new", "open"])
            #expect(board["cells"]?["2"]?["subtitle"] == "Ada")
            #expect(board["cells"]?["2"]?["can"]?.arrayValue?.contains("drop") == true)
            #expect(try await server.run("/board:drop", ["row": "1", "lane": "open"]).status == 200)
            #expect(try await server.read("SELECT State FROM Ticket WHERE Id = 1") == "open")
            #expect(try await server.run("/board:drop", ["row": "1"]).status == 422)
        }
    }

    @Test func aFormRefusesWhatItsRulesSay() async throws {
        try await SceneServer.run(Self.desk) { server in
            let row = try await server.http.get("/tickets/2").json
            #expect(row["title"] == "Door")
            #expect(row["groups"]?[0] == ["title": "What", "columns": ["Title", "Note"]])
            let arguments = row["commands"]?["update"]?["arguments"]
            #expect(arguments?["Title"]?["maxLength"] == 10)
            #expect(arguments?["Team"] == nil)
            let choices = try await server.http.get(arguments?["Owner"]?["list"]?.stringValue ?? "").json
            #expect(choices.titles == ["Ada", "Bob"])
            let refused = try await server.run(
                "/tickets/2:update", ["Title": "much too long", "State": "late", "Due": "2025-12-31", "Team": 2])
            #expect(
                try refused.json["fields"] == [
                    "Title": "has to have at most 10 characters", "State": "is not one of: new, open",
                    "Due": "Choose a day of this year or later.", "Team": "cannot be changed",
                ])
            #expect(try await server.run("/desk:insert", ["Note": "x"]).json["fields"]?["Title"] == "is required")
            #expect(try await server.run("/tickets/2:update", ["Title": "Gate"]).status == 200)
            #expect(try await server.run("/tickets/2:add-Event", ["Text": "more"]).status == 200)
            #expect(try await server.run("/tickets/3:add-Event", ["Text": "cold"]).status == 200)
            #expect(try await server.run("/tickets/3:add-Event", ["Text": "x", "Ticket": 2]).status == 422)
            let listed = try await server.http.get("/desk").json["commands"]?["insert"]?["arguments"]?["Owner"]?["list"]
            #expect(listed == "/desk?choose=Owner")
            let people = try await server.http.get("/desk?choose=Owner").json.titles
            #expect(people == ["Ada", "Bob"])
            let events = try await server.http.get("/tickets/2").json
            #expect(events.titles == ["called", "more"])
        }
    }

    @Test func aChangedFileReachesOpenScreens() async throws {
        try await SceneServer.run(Self.desk) { server in
            let client = try await SocketClient(port: server.port)
            let scene = try #require(try await client.open("/desk")["scene"]?.intValue)
            #expect(client.replicas[scene]?.document["title"] == "Tickets")
            try SceneServer.write(Self.desk.replacing("title: Tickets", with: "title: Jobs"), in: server.database)
            try await client.follow(scene) { $0["title"] == "Jobs" }
            try SceneServer.write(Self.desk.replacing("- Due", with: "- Duee"), in: server.database)
            try await server.warned(of: "has no column \"Duee\". Did you mean \"Due\"?")
            #expect(try await server.http.get("/desk").json["title"] == "Jobs")
            try await server.database.run("UPDATE Ticket SET Title = 'Torch' WHERE Id = 1")
            try await client.follow(scene) { $0["cells"]?["1"]?["title"] == "Torch" }
        }
    }

    @Test func mistakesInAChangedFileReachAdministrators() async throws {
        let rules = """
            roles: { agent: {} }
            tables: { Ticket: [{ to: agent, columns: all }] }
            """
        let scenes = """
            scenes:
              /desk: { table: Ticket, columns: [Title] }
              /numbers: { tiles: [{ number: { table: Ticket } }] }
            """
        try await SceneServer.run(scenes, rules: rules) { server in
            let wrong = scenes.replacing("[Title]", with: "[Titel, Stat]")
            try SceneServer.write(wrong, in: server.database)
            try await server.warned(of: "The scenes stay as they were.")
            for path in ["/desk", "/numbers"] {
                let problem = try await server.get(path, as: "person:9:admin").json["problem"]
                #expect(problem?["code"] == "scene-file")
                let message = problem?["message"]?.stringValue ?? ""
                #expect(message.contains("desk.yaml:2:37: Ticket has no column \"Titel\"."))
                #expect(message.hasSuffix(" The log has 1 more. The scenes stay as they were."))
            }
            #expect(try await server.get("/numbers?tile=1", as: "person:9:admin").json["problem"] == nil)
            let other = try await server.get("/desk", as: "person:1:agent").json
            #expect(other["problem"] == nil)
            #expect(other.titles.count == 4)
            let client = try await SocketClient(port: server.port, headers: TestServer.headers("person:9:admin"))
            let scene = try #require(try await client.open("/desk")["scene"]?.intValue)
            #expect(client.replicas[scene]?.document["problem"] != nil)
            try SceneServer.write(scenes, in: server.database)
            try await client.follow(scene) { $0["problem"] == nil }
        }
    }

    @Test func queriesRunAgainWhenTheyAreDue() async throws {
        let clock = AppClock(at: Date(timeIntervalSince1970: 1_770_000_000))
        let scenes = """
            scenes:
              /dice: { query: 'SELECT random() AS "Value"', refresh: 300 }
              /days: { query: "SELECT random() AS \\"Value\\" WHERE 'now' <> 'x'" }
            """
        try await SceneServer.run(scenes, at: clock) { server in
            let client = try await SocketClient(port: server.port)
            for (route, seconds) in [("/days", 60.0), ("/dice", 300)] {
                let scene = try #require(try await client.open(route)["scene"]?.intValue)
                let before = try #require(client.replicas[scene]?.document["cells"])
                await clock.advance(by: .seconds(seconds))
                try await client.follow(scene) { $0["cells"] != before && $0["cells"] != nil }
            }
        }
    }

    @Test func conditionsFollowTheTime() async throws {
        let clock = AppClock(at: Date(timeIntervalSince1970: 1_770_000_000))  // 2026-02-02
        let scenes = """
            scenes:
              /late: { table: Ticket, where: Due < today, columns: [Title] }
              /soon: { table: Ticket, where: Due < today + 14 and Due >= today, columns: [Title] }
            """
        try await SceneServer.run(scenes, at: clock) { server in
            let client = try await SocketClient(port: server.port)
            let scene = try #require(try await client.open("/late")["scene"]?.intValue)
            #expect(client.replicas[scene]?.document.titles == ["Lamp"])
            #expect(try await server.titles("/soon") == ["Door"])
            await clock.advance(by: .seconds(10 * 86_400))
            try await client.follow(scene) { $0.titles == ["Lamp", "Door"] }
            #expect(try await server.titles("/soon") == ["Roof"])
        }
    }
}
