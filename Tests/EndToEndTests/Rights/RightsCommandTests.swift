import JSON
import Lists
import Stores
import TestSupport
import Testing
import ViewModels

/// Commands change what the rules allow, and tell nothing of what is hidden. A constraint that replaces other rows
/// exists in SQLite alone.
@Suite(.timeLimit(.minutes(5))) struct RightsCommandTests {
    private func record(_ server: TestServer, _ id: Int) async throws -> String {
        try await server.database.run("SELECT Note FROM Ticket WHERE Id = \(id)").trimmed
    }

    @Test("an insertion has the values that the rules set", .onBothEngines)
    func anInsertionHasPresets() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let insert = try await server.post("/Ticket:insert", ["Title": "New one", "Note": "n"], as: Helpdesk.ada)
            #expect(insert.status == 200)
            let id = try insert.json["result"]?["row"]?.stringValue ?? ""
            let row = try await server.database.run("SELECT Owner, State, Team, Memo FROM Ticket WHERE Id = \(id)")
            #expect(row == "1|new|1|user 1\n")
            #expect(try await server.post("/Ticket:insert", ["Title": "x"], as: Helpdesk.dan).status == 422, "no team")
            #expect(try await server.post("/Ticket:insert", ["Title": "x"], as: nil).status == 404)
            #expect(try await server.post("/User:insert", ["Name": "x"], as: Helpdesk.ada).status == 403)
            #expect(try await server.post("/OpenByTeam:insert", ["Team": 1], as: Helpdesk.bob).status == 403)
        }
    }

    @Test("8, 9: constraints, triggers and keys to hidden rows are refused with one sentence", .onBothEngines)
    func constraintsTellNothing() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let refusals: [(String, JSON, String)] = [
                ("/Ticket/9:update", ["Memo": "kolibri one"], Helpdesk.bob),  // unique, in a hidden row
                ("/Ticket/9:update", ["Memo": "kolibri one, and much longer"], Helpdesk.bob),
                ("/Ticket/9:update", ["Cost": 5000], Helpdesk.bob),
                ("/Ticket/9:update", ["State": "forbidden"], Helpdesk.bob),
                ("/Ticket/1:update", ["State": "forbidden"], Helpdesk.ada),
                ("/Ticket/1:update", ["Parent": 9], Helpdesk.ada), ("/Ticket/1:update", ["Parent": 77], Helpdesk.ada),
                ("/Ticket:insert", ["Title": "x", "Parent": 9], Helpdesk.ada),
                ("/Ticket:insert", ["Title": "x", "Parent": 77], Helpdesk.ada),
            ]
            for (target, body, principal) in refusals {
                let answer = try await server.post(target, body, as: principal)
                #expect(answer.status == 422, "\(target) \(body)")
                #expect(try answer.json["detail"] == "It has been refused.")
                #expect(try answer.json["fields"] == nil)
            }
            #expect(try await server.post("/Ticket/1:update", ["Parent": 2], as: Helpdesk.ada).status == 200)
            let admin = try await server.post("/Ticket/1:update", ["State": "forbidden"], as: Helpdesk.root)
            #expect(admin.text.contains("kolibri is 5"))
        }
    }

    @Test("17, 18: rows, the check and the conditions of columns count in the transaction", .onBothEngines)
    func rowsAndChecksCount() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let other = try await server.post("/Ticket/2:update", ["Note": "x"], as: Helpdesk.ada)
            #expect(other.status == 403)
            #expect(try other.json["detail"] == "You may not change this row.")
            #expect(try await record(server, 2) == "stuck")
            let out = try await server.post("/Ticket/1:update", ["Team": 2, "Note": "x"], as: Helpdesk.ada)
            #expect(out.status == 422)
            #expect(try await record(server, 1) == "broken")
            let within = try await server.post(
                "/Ticket/2:update", ["State": "secret", "Note": "gone"], as: Helpdesk.cy)
            #expect(within.status == 200)
            #expect(try within.json["navigate"] == "/Ticket")
            #expect(try await server.get("/Ticket/2", as: Helpdesk.cy).status == 404)
            #expect(try await record(server, 2) == "gone")
            #expect(try await server.post("/Ticket/3:delete", as: Helpdesk.ada).status == 403)
            #expect(try await server.get("/Ticket/2", as: Helpdesk.root).status == 200)
        }
    }

    @Test(
        "expected values may name a column that is visible in some rows, and tell nothing of the others",
        .onBothEngines)
    func expectedValuesOfConditionalColumns() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            func update(_ id: Int, expecting phone: JSON) async throws -> HTTPAnswer {
                let call: JSON = ["arguments": ["Note": "called"], "expected": ["Phone": phone]]
                return try await server.post("/Ticket/\(id):update", call, as: Helpdesk.ada)
            }
            #expect(try await update(1, expecting: "000").status == 409)
            #expect(try await update(1, expecting: "111").status == 200)
            let (wrong, right) = (try await update(3, expecting: "000"), try await update(3, expecting: "333"))
            #expect(wrong.status == 403)
            #expect(wrong.text == right.text)
            #expect(try await record(server, 3) == "leaks")
            let row = try await server.get("/Ticket/1", as: Helpdesk.ada)
            let headers = TestServer.headers(Helpdesk.ada, ["If-Match": try #require(row.headers["etag"])])
            #expect(try await server.http.post("/Ticket/1:update", ["Note": "matched"], headers).status == 200)
        }
    }

    @Test("21: a deletion that hidden rows prevent names no table", .onBothEngines)
    func aDeletionNamesNoTable() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let refused = try await server.post("/Ticket/1:delete", as: Helpdesk.ada)
            #expect(refused.status == 409)
            #expect(try refused.json["detail"] == "Other rows refer to it.")
            let insert = try await server.post("/Ticket:insert", ["Title": "short"], as: Helpdesk.ada)
            let route = try insert.json["navigate"]?.stringValue ?? ""
            #expect(try await server.post("\(route):delete", as: Helpdesk.ada).status == 200)
        }
    }

    @Test("28: a key of another principal is not that principal's key, also in the database", .onBothEngines)
    func aKeyBelongsToItsPrincipal() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            for principal in [Helpdesk.ada, Helpdesk.cy, Helpdesk.ada] {
                let insert = try await server.post("/Ticket:insert", ["Title": "keyed"], as: principal, key: "guess")
                #expect(insert.status == 200)
            }
            #expect(
                try await server.database.run("SELECT Owner FROM Ticket WHERE Title = 'keyed' ORDER BY 1") == "1\n3\n")
        }
    }

    @Test("a row offers the commands that are granted", .onBothEngines)
    func aRowOffersWhatIsGranted() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let names = { (target: String, principal: String?) in
                try await server.get(target, as: principal).json["commands"]?.objectValue?.names.sorted() ?? []
            }
            #expect(try await names("/Ticket/1", Helpdesk.ada) == ["delete", "update"])
            #expect(try await names("/Ticket", Helpdesk.ada) == ["insert"])
            #expect(try await names("/User", Helpdesk.ada) == [])
            #expect(try await names("/User/1", nil) == [])
            let update = try await server.get("/Ticket/1", as: Helpdesk.ada).json["commands"]?["update"]?["arguments"]
            #expect(update?.objectValue?.names.sorted() == ["Note", "Parent", "Phone", "State", "Team"])
            #expect(update?["Parent"]?["list"] == "/Ticket")
        }
    }

    @Test func aConflictDoesNotReplaceAHiddenRow() async throws {
        let sql = """
            CREATE TABLE R (Id INTEGER PRIMARY KEY, Code TEXT UNIQUE ON CONFLICT REPLACE, Team TEXT);
            INSERT INTO R VALUES (1, 'one', 'red'), (8, 'hid8', 'blue'), (9, 'hid9', 'blue');
            """
        let rules = "tables: { R: [{ to: everyone, columns: all, rows: Team = 'red', insert: all, update: all }] }"
        try await withServer(sql, rules: rules) { server async throws in
            let commands: [(String, JSON)] = [
                ("/R:insert", ["Code": "hid9", "Team": "red"]), ("/R/1:update", ["Code": "hid8"]),
            ]
            for (target, body) in commands {
                let answer = try await server.post(target, body, as: nil)
                #expect(answer.status == 422, "\(answer.text)")
            }
            #expect(try await server.database.run("SELECT count(*), sum(Id) FROM R") == "3|18\n")
        }
    }
}

extension String {
    fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }
}
