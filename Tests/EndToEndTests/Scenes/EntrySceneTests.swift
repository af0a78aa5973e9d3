import Foundation
import JSON
import Loop
import TestSupport
import Testing

/// Forms on pages of their own, JSON files, keys of commands, and exports of what a list shows.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct EntrySceneTests {
    private static let scenes = """
        scenes:
          /report:
            table: Ticket
            template: form
            set: { State: new, Owner: =user.id }
            goto: /thanks
            form:
              groups: { What: [Title, Note] }
              fields:
                Title: { required: true, maxLength: 10 }
                Team: { choose: { table: Team, label: Name } }
          /thanks: { number: { table: Ticket } }
          /desk:
            table: Ticket
            columns:
              - { Title: {}, Owner: { show: Owner.Name }, Team.Name: {} }
              - { twice: { sql: '"Priority" * 2' }, Note: { show: false } }
            sort: Id
            commands: [{ take: { row: true, key: T, update: { State: open } } }, { clear: { key: 1, goto: /thanks } }]
        """

    @Test func aFormAsksForItsColumnsAndSetsOthers() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let form = try await server.http.get("/report").json
            #expect(form["screen"] == "form")
            let arguments = form["commands"]?["insert"]?["arguments"]?.objectValue ?? [:]
            #expect(arguments.names.filter { $0 != "Id" } == ["Title", "Note", "Team"])
            #expect(arguments["Team"]?["list"] == "/report?choose=Team")
            #expect(try await server.titles("/report?choose=Team") == ["North", "South"])
            for values: JSON in [
                ["Note": "no title"], ["Title": "longer than ten"], ["Title": "Pipe", "State": "closed"],
                ["Title": "Pipe", "Cost": 5],
            ] {
                #expect(try await server.run("/report:insert", values).status == 422, "\(values)")
            }
            let answer = try await server.run("/report:insert", ["Title": "Pipe", "Team": 2]).json
            #expect(answer["result"] == ["row": "5"])
            #expect(answer["navigate"] == "/thanks")
            #expect(
                try await server.read(#"SELECT "Title", "State", "Team", "Priority" FROM "Ticket" WHERE "Id" = 5"#)
                    == "Pipe|new|2|2")
        }
    }

    @Test func aFormStaysWithinTheRules() async throws {
        let rules = """
            roles: { agent: {}, reader: {} }
            tables:
              Ticket:
                - { to: agent, columns: [Id, Title, State, Owner], insert: { columns: [Title, State, Owner] } }
                - { to: reader, columns: [Id, Title] }
              User: [{ to: agent, columns: [Id] }]
            """
        let scenes = "app: { home: /report, menu: [/report, /desk] }\n" + Self.scenes
        try await SceneServer.run(scenes, rules: rules) { server in
            let form = try await server.get("/report", as: "person:2:agent").json
            let arguments = form["commands"]?["insert"]?["arguments"]?.objectValue ?? [:]
            #expect(arguments.names.filter { $0 != "Id" } == ["Title"])
            #expect(try await server.run("/report:insert", ["Title": "Pipe"], as: "person:2:agent").status == 200)
            #expect(try await server.read(#"SELECT "Owner", "State" FROM "Ticket" WHERE "Id" = 5"#) == "2|new")
            let note = try await server.run("/report:insert", ["Title": "X", "Note": "n"], as: "person:2:agent")
            #expect(note.status == 422)
            for path in ["/report", "/report?choose=Team"] {
                #expect(try await server.get(path, as: "person:3:reader").status == 404)
            }
            let home = try await server.get("/", as: "person:3:reader").json
            #expect(home["route"] == "/desk")
            #expect(home["app"]?["menu"] == [["title": "Desk", "href": "/desk"]])
            #expect(try await server.run("/report:insert", ["Title": "X"], as: "person:3:reader").status == 404)
        }
    }

    @Test func aFormNeedNotAskForWhatTheRulesSet() async throws {
        let rules = """
            roles: { agent: {} }
            tables:
              Ticket: [{ to: agent, columns: all, insert: { columns: [Note], set: { Title: from the form } } }]
            """
        let scenes = "scenes: { /note: { table: Ticket, template: form, form: { fields: { Note: {} } } } }"
        try await SceneServer.run(scenes, rules: rules) { server in
            let answer = try await server.run("/note:insert", ["Note": "n"], as: "person:2:agent")
            #expect(answer.status == 200)
            #expect(
                try await server.read(#"SELECT "Title", "Note" FROM "Ticket" WHERE "Id" = 5"#) == "from the form|n")
            // No rule sets it for an administrator, who is asked for it.
            let form = try await server.get("/note", as: "person:9:admin").json
            #expect(form["commands"]?["insert"]?["arguments"]?["Title"]?["required"] == true)
            let values: JSON = ["Note": "n", "Title": "by hand"]
            #expect(try await server.run("/note:insert", values, as: "person:9:admin").status == 200)
        }
    }

    @Test func onlyNamedRolesSeeAFile() async throws {
        let scenes = """
            scenes:
              /hall: { json: hall.json, edit: true }
              /names: { json: hall.json, as: owner, to: [agent] }
              /desk: { table: Ticket }
            """
        let rules = """
            roles: { agent: {} }
            tables: { Ticket: [{ to: agent, columns: all }] }
            """
        let text = #"{"name": "Hall 3", "size": 7, "open": true, "doors": [1, 2]}"#
        try await SceneServer.run(scenes, rules: rules, files: ["hall.json": text]) { server in
            #expect(try await server.run("/hall:update", ["size": 8], as: "person:9:admin").status == 200)
            for values: JSON in [["size": "many"], ["doors": 1], ["windows": 2], ["open": .null]] {
                #expect(try await server.run("/hall:update", values, as: "person:9:admin").status == 422, "\(values)")
            }
            #expect(try await server.get("/hall", as: "person:1:agent").status == 404)
            let names = try await server.get("/names", as: "person:1:agent").json
            #expect(names["outputs"] == ["name": "Hall 3", "size": 8, "open": true, "doors": [1, 2]])
            #expect(names["commands"] == [:])
            #expect(try await server.run("/names:update", ["name": "x"], as: "person:1:agent").status == 403)
            let hall = try await server.get("/hall", as: "person:9:admin").json
            #expect(
                hall["commands"]?["update"]?["arguments"] == [
                    "name": ["type": "text", "required": false], "size": ["type": "number", "required": false],
                    "open": ["type": "boolean", "required": false],
                ])
            #expect(try await server.run("/hall:update", ["name": "Hall 4"], as: "person:9:admin").status == 200)
            #expect(try await server.get("/names", as: "person:1:agent").json["outputs"]?["name"] == "Hall 4")
        }
    }

    @Test func documentsListKeysByCommand() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let keys = try await server.http.get("/desk").json["keys"]
            #expect(keys == ["take": "t", "clear": "1"])
        }
    }

    @Test func anExportHasWhatTheListShows() async throws {
        try await SceneServer.run(Self.scenes) { server in
            let csv = try await server.http.get("/desk:csv").text
            #expect(
                csv.split(separator: "\r\n").prefix(3).map(String.init) == [
                    "Title,Owner,Owner.Name,Team.Name,twice,Note", "Lamp,,,North,6,n1", "Door,1,Ada,North,2,n2",
                ])
            let json = try await server.http.get("/desk:json?columns=twice,Title&Team.Name=South").json
            #expect(json == [["twice": 4, "Title": "Roof"], ["twice": 4, "Title": "Gate"]])
            let chosen = try await server.http.get("/desk?columns=Team.Name,twice").json
            #expect(chosen["shown"] == ["Team.Name", "twice"])
            #expect(chosen["cells"]?["2"]?["fields"]?["Team.Name"] == "North")
            #expect(chosen["computed"] == ["twice"])
            #expect(try await server.http.get("/desk?columns=Cost,thrice").status == 400)
        }
    }

    @Test func anExportHasNoHiddenColumns() async throws {
        let rules = """
            roles: { agent: { may: [export] } }
            tables:
              Ticket: [{ to: agent, columns: [Id, Title, Owner, Team] }]
              Team: [{ to: agent, columns: [Id, Name], rows: Name = 'North' }]
            """
        try await SceneServer.run(Self.scenes, rules: rules) { server in
            let csv = try await server.get("/desk:csv", as: "person:1:agent").text
            #expect(
                csv.split(separator: "\r\n").map(String.init) == [
                    "Title,Owner,Team.Name", "Lamp,,North", "Door,1,North", "Roof,2,", "Gate,1,",
                ])
            for name in ["twice", "Owner.Name", "Note"] {
                #expect(try await server.get("/desk:csv?columns=\(name)", as: "person:1:agent").status == 400)
            }
        }
    }
}
