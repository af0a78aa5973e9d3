import JSON
import TestSupport
import Testing

/// A row offers what the rules permit on that row.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct RowActionTests {
    @Test func aRowOffersTheCommandsWhoseConditionsItMeets() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let socket = try await server.socket(as: Helpdesk.ada)
            let scene = try #require(try await socket.open("/Ticket")["scene"]?.intValue)
            let offers = { socket.replicas[scene]?.document["cells"]?.objectValue?.map { $0.value["can"] ?? [] } }
            #expect(offers() == [["edit", "delete"], [], ["edit"]])
            try await server.database.run(#"UPDATE "Ticket" SET "Owner" = 1, "State" = 'new' WHERE "Id" = 2"#)
            try await socket.follow(scene) { $0["cells"]?["2"]?["can"] == ["edit", "delete"] }
            for (row, commands) in [("1", ["update", "delete"]), ("3", ["update"])] {
                let document = try await server.get("/Ticket/\(row)", as: Helpdesk.ada).json
                #expect(document["commands"]?.objectValue?.names.sorted() == commands.sorted(), "\(row)")
            }
            let lead = try await server.get("/Ticket/9", as: Helpdesk.bob).json
            #expect(lead["commands"]?.objectValue?.names.sorted() == ["delete", "update"])
        }
    }

    @Test func aConditionMayReadAHiddenColumn() async throws {
        let rules = """
            roles: { agent: {} }
            tables:
              Ticket:
                - to: agent
                  columns: [Title, Team]
                  update: { columns: [Title], rows: Cost > 6 }
                  delete: Cost = 5
              Team: [{ to: agent, columns: [Name] }]
            """
        try await withServer(Helpdesk.sql, rules: rules) { server in
            let list = try await server.get("/Ticket", as: Helpdesk.ada).json
            let offers = list["cells"]?.objectValue?.map { $0.value["can"] ?? [] }
            #expect(offers == [["delete"], ["edit"], ["edit"], [], ["edit"]])
            let team = try await server.get("/Team/1", as: Helpdesk.ada).json
            #expect(
                team["cells"]?.objectValue?.map { $0.value["can"] ?? [] } == [["delete"], ["edit"], ["edit"], ["edit"]])
            #expect(try await server.post("/Ticket/1:update", ["Title": "x"], as: Helpdesk.ada).status == 403)
        }
    }

    @Test func aDeclaredCommandIsOfferedIfItsRowMeetsTheRules() async throws {
        let rules = """
            roles: { agent: {} }
            tables:
              Ticket:
                - { to: agent, columns: all, update: { columns: all, rows: Owner = user.id }, delete: State = 'new' }
            """
        let scenes = """
            scenes:
              /desk:
                table: Ticket
                columns: [Title]
                commands:
                  - take: { row: true, update: { State: open } }
                  - close: { row: true, when: Priority = 2, update: { State: closed } }
                  - bin: { row: true, delete: true }
              /desk/{Id}:
                table: Ticket
                commands: [{ take: { update: { State: open } } }]
            """
        try await SceneServer.run(scenes, rules: rules) { server in
            let ada = "person:1:agent"
            let list = try await server.get("/desk", as: ada).json
            let offers = list["cells"]?.objectValue?.map { $0.value["can"] ?? [] }
            #expect(offers == [["delete", "bin"], ["edit", "take"], [], ["edit", "take", "close"]])
            for (row, commands) in [("1", ["delete"]), ("2", ["take", "update"]), ("3", [])] {
                let document = try await server.get("/desk/\(row)", as: ada).json
                #expect((document["commands"]?.objectValue?.names ?? []).sorted() == commands, "\(row)")
            }
        }
    }
}
