import JSON
import TestSupport
import Testing

/// Numbers, totals and queries as tiles of a dashboard.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct DashboardTests {
    private static let scenes = """
        scenes:
          /wall:
            template: dashboard
            tiles:
              - { title: Open, number: { table: Ticket, where: State = 'open' }, of: { table: Ticket }, warn: below 60% }
              - { title: Cost, number: { table: Ticket, value: sum(Cost) }, target: 40, format: money }
              - { total: { table: Ticket, by: Owner, values: [count, sum(Cost)], sort: [-count] }, chart: bar }
              - { total: { table: Ticket, by: Due, per: month, values: [count, sum(Cost)] }, chart: line, wide: true }
              - { title: By hand, query: 'SELECT "State", sum("Cost") AS "Costs" FROM "Ticket" GROUP BY 1 ORDER BY 1', chart: bar, x: State, y: Costs }
              - { title: Latest, table: Ticket, columns: [Title, { Owner.Name: {} }], sort: [-Id], rows: 2, tone: alarm }
        """

    private static func fields(_ document: JSON) -> [JSON] {
        let rows = document["sections"]?[0]?["rows"]?.arrayValue ?? []
        return rows.compactMap { document["cells"]?[$0.stringValue ?? ""]?["fields"] }
    }

    @Test func eachTileIsAScene() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let wall = try await server.http.get("/wall").json
            #expect(wall["screen"] == "dashboard")
            #expect(wall["title"] == "Wall")
            #expect(wall.titles == ["Open", "Cost", "Ticket by Owner", "Ticket by Due", "By hand", "Latest"])
            #expect(wall["cells"]?["6"]?["fields"] == ["kind": "table", "tone": "alarm", "rows": 2])
            #expect(wall["cells"]?["1"]?["href"] == "/wall?tile=1")
            let open = try await server.http.get("/wall?tile=1").json
            #expect(open["outputs"] == ["value": 2, "of": 4, "share": 0.5, "warns": true])
            let cost = try await server.http.get("/wall?tile=2").json
            #expect(cost["outputs"] == ["value": 32, "target": 40.0])
            #expect(cost["format"] == "money")
            let owners = try await server.http.get("/wall?tile=3").json
            #expect(owners["chart"] == ["kind": "bar", "x": "Owner", "y": ["count", "sum(Cost)"]])
            #expect(owners.titles.first == "Ada")
            #expect(owners.titles.sorted() == ["", "Ada", "Bob"])
            #expect(owners["cells"]?["1"]?["href"] == "/Ticket?Owner=1")
            let months = try await server.http.get("/wall?tile=4").json
            // SQLite sorts NULL first, PostgreSQL last.
            #expect(
                Self.fields(months).filter { $0["Due"] != .null } == [
                    ["Due": "2026-01", "count": 1, "sum(Cost)": 5], ["Due": "2026-02", "count": 2, "sum(Cost)": 16],
                ])
            #expect(months["cells"]?["~n"]?["fields"] == ["Due": .null, "count": 1, "sum(Cost)": 11])
            #expect(months["cells"]?["2026-02"]?["href"] == "/Ticket?Due.starts=2026-02")
            let query = try await server.http.get("/wall?tile=5").json
            #expect(query["chart"] == ["kind": "bar", "x": "State", "y": ["Costs"]])
            #expect(query.titles == ["closed", "new", "open"])
            #expect(try await server.titles("/wall?tile=6") == ["Gate", "Roof", "Door", "Lamp"])
            #expect(try await server.http.get("/wall?tile=7").status == 404)
            #expect(try await server.http.get("/wall?tile=01").status == 404)
        }
    }

    @Test func tilesFollowCommitsOfOthers() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let client = try await SocketClient(port: server.port)
            var scenes: [Int64] = []
            for tile in 1...5 {
                scenes.append(try #require(try await client.open("/wall?tile=\(tile)")["scene"]?.intValue))
            }
            try await server.database.run(
                "UPDATE Ticket SET State = 'open', Due = '2026-02-01', Cost = 100 WHERE Id = 1")
            try await client.follow(scenes[0]) { $0["outputs"]?["value"] == 3 && $0["outputs"]?["warns"] == nil }
            try await client.follow(scenes[1]) { $0["outputs"]?["value"] == 127 }
            try await client.follow(scenes[2]) { $0["cells"]?["~n"]?["fields"]?["sum(Cost)"] == 100 }
            try await client.follow(scenes[3]) {
                $0["cells"]?["2026-01"] == nil
                    && $0["cells"]?["2026-02"]?["fields"] == ["Due": "2026-02", "count": 3, "sum(Cost)": 116]
            }
            try await client.follow(scenes[4]) { $0.titles == ["closed", "open"] }
        }
    }

    @Test func totalsBySeveralColumnsFollowCommits() async throws {
        let scenes = """
            scenes:
              /months:
                total: { table: Ticket, by: [Due, State], per: month, values: [count, sum(Cost)] }
                chart: stacked
              /two: { total: { table: Ticket, by: [Team, State], sort: [-count, State] } }
            """
        try await SceneServer.run(scenes) { server in
            let first = try await server.http.get("/months").json
            #expect(first["chart"]?["x"] == "Due")
            #expect(first["chart"]?["series"] == "State")
            #expect(
                first.titles
                    == TestEngine.choose(
                        sqlite: ["", "2026-01", "2026-02"], postgres: ["2026-01", "2026-02", ""]))
            let client = try await SocketClient(port: server.port)
            let months = try #require(try await client.open("/months")["scene"]?.intValue)
            let two = try #require(try await client.open("/two")["scene"]?.intValue)
            #expect(client.replicas[two]?.document["cells"]?["2,open"]?["href"] == "/Ticket?State=open&Team=2")
            try await server.database.run("UPDATE Ticket SET State = 'new', Team = 2 WHERE Id = 2")
            try await client.follow(months) {
                $0["cells"]?["2026-02,new"]?["fields"] == [
                    "Due": "2026-02", "State": "new", "count": 1, "sum(Cost)": 7,
                ]
                    && $0["cells"]?["2026-02,open"]?["fields"]?["sum(Cost)"] == 9
            }
            try await client.follow(two) {
                $0["cells"]?["2,new"]?["fields"]?["count"] == 1 && $0["cells"]?["1,open"] == nil
            }
            #expect(try await server.run("/Ticket/4:delete", [:]).status == 200)
            try await client.follow(months) { $0["cells"]?.objectValue?.count == 3 }
            let all = try await server.http.get("/two").json
            try await client.follow(two) { $0["cells"] == all["cells"] }
        }
    }

    @Test func runCommandsChangeTheSameTotals() async throws {
        let scenes = """
            scenes:
              /months: { total: { table: Ticket, by: Due, per: month }, chart: bar }
              /all: { number: { table: Ticket, value: max(Cost) } }
            """
        try await SceneServer.run(scenes) { server in
            let client = try await SocketClient(port: server.port)
            let months = try #require(try await client.open("/months")["scene"]?.intValue)
            let all = try #require(try await client.open("/all")["scene"]?.intValue)
            for (id, day) in [(1, "2026-02-03"), (2, "2026-03-01"), (3, "2026-03-31T10:00")] {
                #expect(try await server.run("/Ticket/\(id):update", ["Due": .string(day)]).status == 200)
            }
            try await client.follow(months) { $0["cells"]?["2026-03"]?["fields"]?["count"] == 2 }
            #expect(client.replicas[months]?.document.titles.sorted() == ["", "2026-02", "2026-03"])
            #expect(try await server.run("/Ticket/4:delete", [:]).status == 200)
            try await client.follow(all) { $0["outputs"]?["value"] == 9 }
            try await client.follow(months) { $0.titles == ["2026-02", "2026-03"] }
        }
    }
}
