import JSON
import Lists
import SQLiteEngine
import Stores
import TestSupport
import Testing

/// Columns that a principal may not see do not exist for it. The numbers in names are those of the abuse cases.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct HiddenColumnTests {
    /// A column that is hidden from agents, spelled like `%s` in a request that is refused as for no column at all.
    private static let targets = [
        "/Ticket?columns=%s", "/Ticket?columns=Title,%s", "/Ticket?sort=%s", "/Ticket?sort=-%s", "/Ticket?sort=\"%s\"",
        "/Ticket?%s=5", "/Ticket?%s.gte=5",
        "/Ticket?%s.in=5,6", "/Ticket?%s.null", "/Ticket?%s.starts=k", "/Ticket?%s.contains=k", "/Ticket?%s.not=1",
        "/Ticket?section=%s", "/Ticket?section=%s.initial", "/Ticket?search.%s=kolibri", "/Ticket/1/%s",
    ]

    @Test(
        "1, 2, 3, 5, 11: a hidden column is refused like no column, at each transport",
        arguments: [
            "Memo", "Cost", "Shadow", "Scan", "Id", "rowid", "_rowid_", "oid", "ctid", "xmin",
        ])
    func aHiddenColumnIsRefusedLikeNone(column: String) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            for target in Self.targets {
                let hidden = target.replacing("%s", with: column).replacing("\"", with: "%22")
                let none = target.replacing("%s", with: "Nonesuch").replacing("\"", with: "%22")
                let (left, right) = (
                    try await server.get(hidden, as: Helpdesk.ada), try await server.get(none, as: Helpdesk.ada)
                )
                #expect(left.told(instead: column) == right.told(instead: "Nonesuch"), "\(target)")
                #expect([400, 404].contains(left.status), "\(target)")
                let head = try await server.http.send("HEAD", hidden, TestServer.headers(Helpdesk.ada))
                #expect(head.status == left.status)
                let lead = try await server.get(hidden, as: Helpdesk.bob)
                #expect(!column.contains("Memo") || target.contains("/1/") || lead.status == 200, "\(target)")
            }
            let first = Array(column.utf8)[0]
            let escaped = "%" + String(first, radix: 16) + String(decoding: column.utf8.dropFirst(), as: UTF8.self)
            #expect(try await server.get("/Ticket?sort=\(escaped)", as: Helpdesk.ada).status == 400)
            let socket = try await server.socket(as: Helpdesk.ada)
            let hidden = try await socket.open("/Ticket?sort=\(column)")
            let none = try await socket.open("/Ticket?sort=Nonesuch")
            #expect(hidden["code"] == none["code"])
            #expect(
                hidden["message"]?.stringValue?.replacing(column, with: "")
                    == none["message"]?.stringValue?.replacing("Nonesuch", with: ""))
        }
    }

    @Test("1: the names that an error lists are the visible ones")
    func errorsListVisibleNames() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let message = try await server.get("/Ticket?sort=x", as: Helpdesk.ada).json["detail"]?.stringValue
            #expect(message == "Unknown column: \"x\". Ticket has: Title, State, Team, Owner, Parent, Note, Photo.")
        }
    }

    @Test(
        "3: a search does not find what stands in hidden columns, also by a full-text index", arguments: [false, true])
    func aSearchCoversVisibleColumns(isIndexed: Bool) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            if isIndexed {
                guard TestEngine.current == .sqlite else { return }  // PostgreSQL has no full-text index
                let path = server.database.path
                _ = try await blocking { try IndexFile(path: path).make("Ticket", columns: ["Title", "Note", "Memo"]) }
            }
            #expect(try await server.titles("/Ticket?search=kolibri", as: Helpdesk.ada) == [])
            #expect(try await server.titles("/Ticket?search=stuck", as: Helpdesk.ada) == ["Door"])
            #expect(try await server.titles("/Ticket?search.Note=stuck", as: Helpdesk.ada) == ["Door"])
            #expect(try await server.titles("/Ticket?search=walrus", as: Helpdesk.ada) == [])
            #expect(try await server.titles("/Ticket?search=kolibri", as: Helpdesk.bob) == ["walrus row"])
        }
    }

    @Test(
        "4: an export has visible columns and rows, and needs the right to export",
        arguments: ["csv", "json", "ndjson"])
    func anExportHasWhatIsVisible(format: String) async throws {
        let rules = Helpdesk.rules.replacing("agent: { also", with: "agent: { may: [export], also")
        try await withServer(Helpdesk.sql, rules: rules) { server in
            let text = try await server.get("/Ticket:\(format)", as: Helpdesk.ada)
            #expect(text.status == 200)
            for marker in Helpdesk.markers + ["Memo", "Cost", "Phone", "111"] { #expect(!text.text.contains(marker)) }
            #expect(text.text.contains("Lamp"))
            #expect(try await server.get("/Ticket", as: Helpdesk.ada).json["exports"] == nil)
            #expect(try await server.get("/Team:\(format)", as: "program:7:reader").status == 403)
            #expect(try await server.get("/Team", as: "program:7:reader").json["exports"] == false)
            #expect(try await server.get("/User:\(format)", as: nil).status == 403)
            #expect(try await server.get("/Secret:\(format)", as: nil).status == 404)
        }
    }

    @Test("6, 7: a hidden column can be neither expected nor written")
    func aHiddenColumnIsNotWritten() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            for (column, value) in [("Cost", JSON.int(5)), ("Cost", 4), ("Nonesuch", 1)] {
                let body: JSON = [
                    "expected": .object([column: value]), "arguments": ["Note": "x"],
                ]
                let answer = try await server.post("/Ticket/1:update", body, as: Helpdesk.ada)
                #expect(answer.status == 422)
                #expect(try answer.json["fields"] == .object([column: "is not a column"]))
            }
            let fixed = "You may not set this column."
            let unknown = "Unknown column."
            let faults = [
                ("Cost", unknown), ("Memo", unknown), ("Owner", fixed), ("Title", fixed), ("Id", unknown),
                ("Nonesuch", unknown),
            ]
            for (column, fault) in faults {
                let answer = try await server.post(
                    "/Ticket/1:update", .object([column: 1, "Note": "written"]), as: Helpdesk.ada)
                #expect(answer.status == 422)
                #expect(try answer.json["fields"] == .object([column: .string(fault)]), "\(column)")
                let insert = try await server.post(
                    "/Ticket:insert", .object(["Title": "x", (column == "Title" ? "Cost" : column): 1]),
                    as: Helpdesk.ada)
                #expect(insert.status == 422)
            }
            #expect(
                try await server.database.run("SELECT count(*) FROM Ticket WHERE Note = 'written' OR Title = 'x'")
                    == "0\n")
        }
    }

    @Test("10: a client that may not see a column receives no change of it")
    func aHiddenChangeIsSilent() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let (list, row) = (
                try await server.get("/Ticket", as: Helpdesk.ada), try await server.get("/Ticket/1", as: Helpdesk.ada)
            )
            let socket = try await server.socket(as: Helpdesk.ada)
            let scene = try await socket.open("/Ticket/1")["scene"]?.intValue ?? 0
            let events = try await EventClient(
                port: server.port, "/Ticket/1", headers: TestServer.headers(Helpdesk.ada))
            #expect(try await events.next().id == row.tag)
            try await server.database.run("UPDATE Ticket SET Memo = 'kolibri new', Cost = 8 WHERE Id = 1")
            #expect(try await server.get("/Ticket", as: Helpdesk.ada).told() == list.told())
            #expect(try await server.get("/Ticket/1", as: Helpdesk.ada).told() == row.told())
            try await server.database.run("UPDATE Ticket SET Note = 'seen' WHERE Id = 1")
            let next = try await socket.next()
            #expect(next["type"] == "patch")
            #expect(socket.replicas[scene]?.patches == 1)
            #expect(socket.replicas[scene]?.document["outputs"]?["Note"] == "seen")
            #expect(try await events.next().name == "patch")
            #expect(events.document["outputs"]?["Note"] == "seen")
        }
    }

    @Test("14: a column with a condition is left out of the rows where it does not hold")
    func aConditionalColumnIsLeftOut() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server async throws in
            #expect(try await server.get("/Ticket/1", as: Helpdesk.ada).json["outputs"]?["Phone"] == "111")
            #expect(try await server.get("/Ticket/2", as: Helpdesk.ada).json["outputs"]?["Phone"] == nil)
            #expect(try await server.get("/Ticket/2", as: Helpdesk.cy).json["outputs"]?["Phone"] == "222")
            for target in [
                "/Ticket?sort=Phone", "/Ticket?Phone=111", "/Ticket?section=Phone", "/Ticket?search.Phone=1",
            ] {
                #expect(try await server.get(target, as: Helpdesk.ada).status == 400, "\(target)")
            }
            #expect(try await server.titles("/Ticket?search=111", as: Helpdesk.ada) == [])
            #expect(try await server.post("/Ticket/1:update", ["Phone": "112"], as: Helpdesk.ada).status == 200)
            #expect(try await server.post("/Ticket/3:update", ["Note": "x"], as: Helpdesk.ada).status == 200)
            #expect(try await server.post("/Ticket/3:update", ["Phone": "x"], as: Helpdesk.ada).status == 403)
        }
    }

    @Test("12: titles and labels go by what is left, and a key to a hidden row is the bare key")
    func labelsGoByWhatIsLeft() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let roof = try await server.get("/Ticket/3", as: Helpdesk.ada).json
            #expect(roof["outputs"]?["Parent"] == 9)
            #expect(roof["links"]?["Parent"] == nil)
            #expect(roof["links"]?["Team"]?["title"] == "North")
            let lamp = try await server.get("/Ticket/1", as: Helpdesk.ada).json
            #expect(lamp["links"]?["Owner"]?["title"] == "Ada")
            #expect(
                Set(lamp["sections"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []) == ["Ticket", "Event"])
            #expect(try await server.get("/Ticket/9", as: Helpdesk.bob).json["links"]?["Parent"] == nil)
            #expect(
                try await server.get("/Ticket/3", as: Helpdesk.root).json["links"]?["Parent"]?["title"] == "walrus row")
            let arguments = try await server.get("/Ticket", as: Helpdesk.ada).json["commands"]?["insert"]?["arguments"]
            #expect(arguments?.objectValue?.names.sorted() == ["Note", "Parent", "Title"])
        }
    }
}
