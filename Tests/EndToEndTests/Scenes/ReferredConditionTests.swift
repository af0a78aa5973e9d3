import Foundation
import JSON
import TestSupport
import Testing

/// Conditions of scenes on columns of the rows that a row refers to.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ReferredConditionTests {
    private static let scenes = """
        scenes:
          /ada:
            table: Ticket
            where: Owner.Name = 'Ada' and State <> 'closed'
            columns: [Title]
            chips: [{ title: South, where: Team.Name = 'South' }]
            commands:
              - note: { row: true, update: { Note: noted } }
          /desk:
            table: Ticket
            columns: [Title]
            sort: [Title]
            commands:
              - call: { row: true, when: Owner.IsActive = 1, update: { Note: called } }
          /tickets/{Id}:
            table: Ticket
            where: Team.Name <> 'East'
            form: { fields: { Owner: { kind: reference, choose: { table: User, where: IsActive = 1, label: Name } } } }
            commands: [{ call: { when: Owner.IsActive = 1, update: { Note: called } } }]
          /numbers:
            tiles:
              - { title: Of Ada, number: { table: Ticket, where: Owner.Name = 'Ada' } }
              - { title: By state, total: { table: Ticket, where: Owner.Name = 'Ada', by: State }, chart: bar }
        """

    @Test func listsFollowTheRowsThatTheirConditionsRead() async throws {
        try await SceneServer.run(Self.scenes) { server in
            #expect(try await server.titles("/ada") == ["Door"])
            #expect(try await server.titles("/ada?chip=south") == [])
            let client = try await SocketClient(port: server.port)
            let ada = try #require(try await client.open("/ada")["scene"]?.intValue)
            try await server.database.run("UPDATE User SET Name = 'Ada' WHERE Id = 2")
            try await client.follow(ada) { $0.titles == ["Door", "Roof"] }
            try await server.database.run("UPDATE Ticket SET Owner = NULL WHERE Id = 2")
            try await client.follow(ada) { $0.titles == ["Roof"] }
            #expect(try await server.titles("/ada?chip=south") == ["Roof"])
        }
    }

    @Test func numbersAndTotalsFollowThemToo() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let client = try await SocketClient(port: server.port)
            let number = try #require(try await client.open("/numbers?tile=1")["scene"]?.intValue)
            let totals = try #require(try await client.open("/numbers?tile=2")["scene"]?.intValue)
            try await client.follow(number) { $0["outputs"]?["value"] == 2 }
            try await client.follow(totals) { $0.titles == ["closed", "open"] }
            try await server.database.run("UPDATE User SET Name = 'Zoe' WHERE Id = 1")
            try await client.follow(number) { $0["outputs"]?["value"] == 0 }
            try await client.follow(totals) { $0.titles == [] }
            try await server.database.run("UPDATE User SET Name = 'Ada' WHERE Id = 2")
            try await client.follow(number) { $0["outputs"]?["value"] == 1 }
            try await server.database.run("UPDATE Ticket SET Owner = 2 WHERE Id = 1")
            try await client.follow(number) { $0["outputs"]?["value"] == 2 }
            try await client.follow(totals) { $0.titles == ["new", "open"] }
        }
    }

    @Test func commandsCheckThemInTheTransaction() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let client = try await SocketClient(port: server.port)
            let desk = try #require(try await client.open("/desk")["scene"]?.intValue)
            let row = try #require(try await client.open("/tickets/3")["scene"]?.intValue)
            let offers = { (document: JSON) in document["cells"]?["3"]?["can"]?.arrayValue?.contains("call") }
            try await client.follow(desk) { offers($0) == true }
            try await client.follow(row) { $0["commands"]?["call"] != nil }
            try await server.database.run("UPDATE User SET IsActive = 0 WHERE Id = 2")
            try await client.follow(desk) { offers($0) == false }
            try await client.follow(row) { $0["commands"]?["call"] == nil }
            #expect(try await server.run("/desk:call", ["row": "3"]).status == 409)
            #expect(try await server.run("/desk:call", ["row": "2"]).status == 200)
            #expect(try await server.run("/ada:note", ["row": "2"]).status == 200)
            #expect(try await server.run("/ada:note", ["row": "3"]).status == 404)
            try await server.database.run("UPDATE Team SET Name = 'East' WHERE Id = 2")
            #expect(try await server.http.get("/tickets/3").status == 404)
        }
    }

    @Test func hiddenRowsHaveNoValues() async throws {
        let rules = """
            roles: { agent: {} }
            tables:
              Ticket: [{ to: agent, columns: all, update: all }]
              User: [{ to: agent, rows: Id = 2, columns: [Id, Name, IsActive] }]
            """
        try await SceneServer.run(Self.scenes, rules: rules) { server in
            let person = "person:1:agent"
            #expect(try await server.titles("/ada", as: person) == [])
            #expect(try await server.get("/tickets/2", as: person).status == 404)  // it reads a hidden table
            let desk = try await server.get("/desk", as: person).json
            #expect(desk["cells"]?["2"]?["can"]?.arrayValue?.contains("call") == false)
            #expect(desk["cells"]?["3"]?["can"]?.arrayValue?.contains("call") == true)
            #expect(try await server.run("/desk:call", ["row": "2"], as: person).status == 409)
            #expect(try await server.run("/ada:note", ["row": "2"], as: person).status == 404)
            #expect(try await server.run("/desk:call", ["row": "3"], as: person).status == 200)
            #expect(try await server.get("/ada?chip=south", as: person).status == 400)
            #expect(try await server.read("SELECT Note FROM Ticket WHERE Id = 2") == "n2")
        }
    }
}
