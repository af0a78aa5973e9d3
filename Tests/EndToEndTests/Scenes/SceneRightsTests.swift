import JSON
import TestSupport
import Testing

/// Nothing in a file of scenes does what `access.yaml` does not grant.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SceneRightsTests {
    private static let rules = """
        attributes:
          teams: SELECT Team FROM Ticket WHERE Owner = :id
        roles: { agent: {}, lead: { also: [agent] } }
        tables:
          Ticket:
            - { to: lead, columns: all, update: all, delete: all, insert: all }
            - { to: agent, rows: State <> 'closed', columns: [Id, Title, State, Owner, Team], update: { columns: [State] } }
          User: [{ to: agent, columns: [Id, Name] }]
        """

    private static let scenes = """
        app: { menu: [/desk, { title: Money, href: /money, to: [lead] }], tables: hidden }
        scenes:
          /desk:
            table: Ticket
            columns: [Title, State, { Cost: {} }, { twice: { sql: '"Cost" * 2' } }, { Owner: { show: Owner.Name } }]
            chips: [{ title: Mine, where: Owner = user.id }]
            commands:
              - raise: { row: true, update: { Cost: 1000 } }
              - open: { row: true, update: { State: open } }
              - wipe: { row: true, sql: 'DELETE FROM "Event" WHERE "Ticket" = :row' }
              - dear: { row: true, when: State like 'c%', update: { State: open } }
              - note: { row: true, to: [agent], as: owner, sql: 'INSERT INTO "Event" ("Ticket", "Text") VALUES (:row, ''noted'')' }
          /board: { table: Ticket, template: board, lanes: State, card: { title: Title, subtitle: Owner.IsActive, badge: Cost } }
          /money: { total: { table: Ticket, by: State, values: [sum(Cost)] } }
          /costs: { total: { table: Ticket, by: [State, Cost] } }
          /costly: { table: Ticket, where: Cost > 6 }
          /raw: { query: 'SELECT "Cost" FROM "Ticket"' }
          /shared: { query: 'SELECT count(*) AS "Number" FROM "Ticket"', as: owner, to: [agent] }
          /mine: { table: Ticket, where: Owner = user.id, columns: [Title] }
          /leads: { table: Ticket, to: [lead] }
        """

    private let ada = "person:1:agent"
    private let bob = "person:2:agent"
    private let lead = "person:9:lead"

    @Test func whatIsHiddenIsInNoScene() async throws {
        try await SceneServer.run(Self.scenes, rules: Self.rules) { server in
            let desk = try await server.get("/desk", as: ada).json
            #expect(desk.titles == ["Lamp", "Door", "Roof"])
            #expect(desk["shown"] == ["Title", "State", "Owner"])
            #expect(desk["cells"]?["2"]?["links"]?["Owner"]?["title"] == "Ada")
            #expect(
                try await server.get("/desk", as: lead).json["shown"] == ["Title", "State", "Cost", "twice", "Owner"])
            let board = try await server.get("/board", as: ada).json
            #expect(
                board["cells"]?["2"]?["fields"] == ["Id": 2, "Title": "Door", "State": "open", "Owner": 1, "Team": 1])
            #expect(board["cells"]?["2"]?["links"]?["Owner"]?["title"] == "Ada")
            for path in ["/money", "/costs", "/costly", "/raw", "/leads", "/Ticket", "/desk?Cost=5", "/desk?sort=Cost"]
            {
                let status = try await server.get(path, as: ada).status
                #expect(status == 404 || status == 400, "\(path)")
            }
            #expect(try await server.get("/money", as: lead).json["cells"]?["open"]?["fields"]?["sum(Cost)"] == 16)
            #expect(try await server.get("/raw", as: lead).status == 404)
            #expect(try await server.get("/raw", as: "person:7:admin").status == 200)
            #expect(try await server.titles("/shared", as: ada) == ["4"])
            #expect(try await server.get("/desk", as: nil).status == 401)
        }
    }

    @Test func peopleHaveTheirOwnRows() async throws {
        try await SceneServer.run(Self.scenes, rules: Self.rules) { server in
            for (path, principal, titles) in [
                ("/mine", ada, ["Door"]), ("/mine", bob, ["Roof"]), ("/desk?chip=mine", bob, ["Roof"]),
                ("/mine", lead, []),
            ] {
                let shown = try await server.titles(path, as: principal)
                #expect(shown == titles, "\(path) as \(principal)")
            }
        }
    }

    @Test func commandsStayWithinTheRules() async throws {
        try await SceneServer.run(Self.scenes, rules: Self.rules) { server in
            let offered = try await server.get("/desk", as: ada).json["cells"]?["1"]?["can"]
            #expect(offered == ["edit", "raise", "open", "note"])
            #expect(try await server.run("/desk:raise", ["row": "1"], as: ada).status == 422)
            #expect(try await server.run("/desk:wipe", ["row": "2"], as: ada).status == 404)
            // A hidden row is as one that does not exist, whatever a condition says of it.
            for command in ["dear", "note", "open"] {
                let hidden = try await server.run("/desk:\(command)", ["row": "4"], as: ada)
                let missing = try await server.run("/desk:\(command)", ["row": "99"], as: ada)
                #expect(hidden.status == 404)
                #expect(hidden.body == missing.body)
            }
            #expect(try await server.run("/desk:open", ["row": "4"], as: ada).status == 404)
            #expect(try await server.read("SELECT Cost FROM Ticket WHERE Id = 1") == "5")
            #expect(try await server.read("SELECT count(*) FROM Event") == "1")
            #expect(try await server.run("/desk:open", ["row": "1"], as: ada).status == 200)
            #expect(try await server.run("/desk:note", ["row": "1"], as: ada).status == 200)
            #expect(try await server.read("SELECT State FROM Ticket WHERE Id = 1") == "open")
            #expect(try await server.read("SELECT count(*) FROM Event WHERE Text = 'noted'") == "1")
            #expect(try await server.run("/desk:raise", ["row": "1"], as: lead).status == 200)
        }
    }

    @Test func theDescriptionNamesOnlyWhatMayBeOpened() async throws {
        try await SceneServer.run(Self.scenes, rules: Self.rules) { server in
            for (principal, paths) in [
                (ada, ["/board", "/desk", "/mine", "/shared"]),
                (lead, ["/board", "/costly", "/costs", "/desk", "/leads", "/mine", "/money", "/shared"]),
            ] {
                let described = try await server.get("/-/openapi.json", as: principal).json["paths"]?.objectValue
                let names = (described?.names ?? []).filter { !$0.contains("{") && !$0.hasPrefix("/-/") }
                #expect(names.sorted() == paths)
            }
        }
    }

    @Test func theMenuDependsOnRoles() async throws {
        try await SceneServer.run(Self.scenes, rules: Self.rules) { server in
            #expect(
                try await server.get("/desk", as: ada).json["app"]?["menu"] == [["title": "Desk", "href": "/desk"]])
            let menu = try await server.get("/desk", as: lead).json["app"]?["menu"]?.arrayValue
            #expect(menu?.last == ["title": "Money", "href": "/money"])
        }
    }
}
