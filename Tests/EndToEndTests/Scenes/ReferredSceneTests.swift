import Blueprints
import Foundation
import JSON
import Loop
import Stores
import TestSupport
import Testing

/// Lists that are sorted, filtered and divided by columns of the rows that they refer to.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ReferredSceneTests {
    private static let scenes = """
        scenes:
          /desk:
            table: Ticket
            columns: [Title, Owner.Name, Team.Name]
            sort: [-Owner.Name, Title]
            search: [Title, Owner.Name]
            readOnly: true
          /teams: { table: Ticket, section: Team.Name, sort: [Title] }
        """

    @Test func aRouteSortsAndFiltersByAPath() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let byOwner = try await server.titles("/Ticket?sort=Owner.Name,-Title&Owner.notnull")
            #expect(byOwner == ["Gate", "Door", "Roof"])
            #expect(try await server.titles("/Ticket?Owner.Name=Ada&sort=Title") == ["Door", "Gate"])
            #expect(try await server.titles("/Ticket?Owner.Name.starts=b") == ["Roof"])
            #expect(
                try await server.titles("/Ticket?Owner.Name.in=Ada,Bob&Team.Name=South&sort=Title") == ["Gate", "Roof"])
            #expect(try await server.titles("/Ticket?search.Team.Name=sou&sort=Title") == ["Gate", "Roof"])
            let route = try await server.http.get("/Ticket?sort=-%22Owner.Name%22&Owner.Name.null=").json["route"]
            #expect(route == "/Ticket?Owner.Name.null=&sort=-Owner.Name")
            let csv = try await server.http.get("/Ticket:csv?columns=Title&sort=-Team.Name,Title").text
            #expect(csv.split(separator: "\r\n").dropFirst().map(String.init) == ["Gate", "Roof", "Door", "Lamp"])
            for wrong in ["sort=Owner.Nme", "Owner.Nme=1", "columns=Owner.Name", "counts=Owner.Name"] {
                #expect(try await server.http.get("/Ticket?\(wrong)").status == 400)
            }
        }
    }

    @Test func aDeclaredListFollowsTheRowsThatItRefersTo() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let home = try await server.http.get("/desk").json
            #expect(home["paths"] == ["Owner.Name", "Team.Name"])
            #expect(try await server.titles("/desk?search=ada") == ["Door", "Gate"])
            let client = try await SocketClient(port: server.port)
            let desk = try #require(try await client.open("/desk")["scene"]?.intValue)
            let teams = try #require(try await client.open("/teams")["scene"]?.intValue)
            #expect(client.replicas[desk]?.document.titles == Self.withoutOwner(["Lamp"], ["Roof", "Door", "Gate"]))
            try await server.database.run("UPDATE User SET Name = 'Zoe' WHERE Id = 1")
            try await client.follow(desk) { $0.titles == Self.withoutOwner(["Lamp"], ["Door", "Gate", "Roof"]) }
            #expect(client.replicas[teams]?.document.sectionTitles == ["North", "South"])
            try await server.database.run("UPDATE Team SET Name = 'West' WHERE Id = 1")
            try await client.follow(teams) { $0.sectionTitles == ["South", "West"] }
            try await server.database.run("UPDATE Ticket SET Owner = NULL WHERE Id = 3; DELETE FROM User WHERE Id = 2")
            try await client.follow(desk) { $0.titles == Self.withoutOwner(["Lamp", "Roof"], ["Door", "Gate"]) }
        }
    }

    /// The titles of a descending list. Rows without a value are last in SQLite, and first in PostgreSQL.
    private static func withoutOwner(_ missing: [String], _ others: [String]) -> [String] {
        TestEngine.choose(sqlite: others + missing, postgres: missing + others)
    }

    @Test func hiddenRowsAndColumnsDecideNothing() async throws {
        let rules = """
            roles: { agent: {} }
            tables:
              Ticket: [{ to: agent, columns: all }]
              User: [{ to: agent, rows: Id = 1, columns: all }]
              Team: [{ to: agent, columns: [Id] }]
            """
        try await SceneServer.run(Self.scenes, rules: rules) { server in
            let ada = "person:1:agent"
            let hidden = try await server.titles("/Ticket?Owner.Name=Bob", as: ada)
            #expect(hidden == [])
            #expect(try await server.titles("/Ticket?Owner.Name=Ada&sort=Title", as: ada) == ["Door", "Gate"])
            #expect(try await server.titles("/Ticket?Owner.Name.null=&sort=Title", as: ada) == ["Lamp", "Roof"])
            #expect(try await server.get("/Ticket?sort=Team.Name", as: ada).status == 400)
            #expect(try await server.get("/Ticket?Team.Name=North", as: ada).status == 400)
            #expect(try await server.get("/teams", as: ada).json["sections"]?.arrayValue?.count == 1)
        }
    }

    @Test func remarksNameListsThatAreReadAgain() async throws {
        let database = try await TestEngine.makeDatabase(SceneServer.sql)
        try SceneServer.write(Self.scenes, in: database)
        let store = try await database.open()
        let found = await SceneFolder.check(database.folder + "/scenes", of: store, access: nil)
        #expect(found.faults == [])
        #expect(found.remarks.count == 2)
        try await database.run("DELETE FROM Event; DELETE FROM Ticket;")  // an empty list has an answer, too
        #expect(await SceneFolder.check(database.folder + "/scenes", of: store, access: nil).remarks.count == 2)
        #expect(
            found.remarks.last?.hasSuffix("\"Teams\" is read again as a whole after each change of Team.") ?? false)
        await store.close()
    }
}

extension JSON {
    fileprivate var sectionTitles: [String] {
        self["sections"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }
}
