import Foundation
import JSON
import TestSupport
import Testing

/// Tables in a JSON file.
@Suite(.timeLimit(.minutes(5))) struct JSONTableTests {
    private static let bolts = """
        [
          {"id": 3, "name": "bolt", "price": 1.50, "new": true, "tags": ["steel", "m8"]},
          {"id": 1, "name": "nut", "price": 2, "new": false},
          {"id": 2, "name": "washer", "price": 0.25, "new": true, "note": null}
        ]

        """

    @Test func anArrayOfObjectsIsATableInItsOwnOrder() async throws {
        try await withJSON(Self.bolts) { server in
            let root = try await server.http.get("/").json
            #expect(root["screen"] == "database" && root["title"] == "things.json")
            #expect(root["cells"]?["things"]?["rows"] == 3 || root["cells"]?["things"]?["href"] == "/things")
            let list = try await server.http.get("/things").json
            #expect(list["sections"]?[0]?["rows"] == ["3", "1", "2"] || Self.order(list) == ["bolt", "nut", "washer"])
            #expect(list["columns"] == ["id", "name", "price", "new", "tags", "note"])
            let arguments = try #require(list["commands"]?["insert"]?["arguments"]?.objectValue)
            #expect(arguments.filter { $0.value["key"] == true }.map(\.name) == ["id"])
            let row = try await server.http.get("/things/3").json
            #expect(
                row["outputs"]
                    == ["id": 3, "name": "bolt", "price": 1.5, "new": true, "tags": ["steel", "m8"], "note": nil])
        }
    }

    @Test func aTableIsSortedSearchedAndFiltered() async throws {
        try await withJSON(Self.bolts) { server in
            let byPrice = try await names(server, "/things?sort=-price")
            #expect(byPrice == ["nut", "bolt", "washer"])
            #expect(try await names(server, "/things?sort=new") == ["nut", "bolt", "washer"])
            #expect(try await names(server, "/things?search=ut") == ["nut"])
            #expect(try await names(server, "/things?id=2") == ["washer"])
            #expect(try await server.http.get("/things?oriel_position=1").status == 400)
        }
    }

    @Test func aRequestAfterAWriteShowsTheCurrentFile() async throws {
        try await withJSON(Self.bolts) { server in
            for number in 1...30 {
                let (table, member) = ("table\(number)", "member\(number)")
                let text = #"{"things": [{"id": 1, "name": "nut"}], "\#(table)": [{"id": 1, "\#(member)": 5}]}"#
                try Data(text.utf8).write(to: URL(fileURLWithPath: server.path))
                let list = try await server.http.get("/\(table)?\(member).gte=5&sort=-\(member)")
                #expect(list.status == 200, "\(list.text)")
                #expect(try list.json["columns"] == ["id", .string(member)])
            }
            try Data("{".utf8).write(to: URL(fileURLWithPath: server.path))
            #expect(try await server.http.get("/table30/1").status == 200)
            try Data(#"[{"a": 1}]"#.utf8).write(to: URL(fileURLWithPath: server.path))
            #expect(try await server.http.get("/table30/1").status == 404)
            #expect(try await server.http.get("/things/0").status == 200)
        }
    }

    @Test func booleansAreFilteredInTheirDisplayedForm() async throws {
        try await withJSON(Self.bolts) { server in
            for (query, found) in [
                ("new=true", ["bolt", "washer"]), ("new=false", ["nut"]), ("new.not=true", ["nut"]),
                ("new.in=true,false", ["bolt", "nut", "washer"]), ("new=1", ["bolt", "washer"]), ("new.null", []),
            ] {
                #expect(try await names(server, "/things?" + query) == found, "\(query)")
            }
            let sections = try await server.http.get("/things?section=-new").json["sections"]?.arrayValue
            #expect(sections?.map { $0["title"] } == ["true", "false"])
            #expect(sections?.map { $0["count"] } == [2, 1])
        }
    }

    @Test(.timeLimit(.minutes(5))) func aDocumentDoesNotDependOnTheFirstClient() async throws {
        let folder = try TemporaryFolder()
        let (file, config) = (folder.path + "/things.json", folder.path + "/oriel.yaml")
        try Data(#"{"a": 1, "b": [1, 2]}"#.utf8).write(to: URL(fileURLWithPath: file))
        try Data("linger: 0.1".utf8).write(to: URL(fileURLWithPath: config))
        let program = try Program(["serve", file, "--port", "0", "--config", config])
        let http = HTTPClient(port: try #require(try await program.port()))
        let first = try await http.get("/")
        #expect(try first.json["phase"] == "loaded")
        for _ in 0..<4 {
            var scenes: Double?
            while scenes != 0 { scenes = try MetricsText(try await http.get("/-/metrics").text)["oriel_scenes"] }
            let next = try await http.get("/", ["If-None-Match": first.headers["etag"] ?? ""])
            #expect(next.status == 304)
        }
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func anObjectOfArraysIsATableForEach() async throws {
        try await withJSON(#"{"cats": [{"name": "Tom"}, {"name": "Kit"}], "dogs": [{"_id": "a b", "age": 3}]}"#) {
            server in
            #expect(try await server.http.get("/cats/1").json["outputs"] == ["name": "Kit"])
            #expect(try await server.http.get("/dogs/a%20b").json["outputs"]?["age"] == 3)
            let insert = try await server.http.post("/dogs:insert", ["_id": "c", "age": 4])
            #expect(try insert.json["result"] == ["row": "c"])
            let delete = try await server.http.post("/cats/0:delete")
            #expect(delete.status == 200)
            #expect(try await server.http.get("/cats/0").json["outputs"] == ["name": "Kit"])
            #expect(
                try server.text()
                    == #"{"cats": [{"name": "Kit"}], "dogs": [{"_id": "a b", "age": 3}, {"_id": "c", "age": 4}]}"#)
        }
    }

    @Test func commandsChangeNothingElseInTheFile() async throws {
        try await withJSON(Self.bolts) { server in
            let update = try await server.http.post("/things/1:update", ["name": "big nut", "size": 8])
            #expect(try update.json["result"] == ["row": "1"])
            #expect(
                try server.text()
                    == Self.bolts.replacing(
                        #""name": "nut", "price": 2, "new": false"#,
                        with: #""name": "big nut", "price": 2, "new": false, "size": 8"#))
            #expect(try await server.http.get("/things/1").json["outputs"]?["size"] == 8)
            let insert = try await server.http.post("/things:insert", ["name": "pin", "new": true])
            #expect(try insert.json == ["result": ["row": "4"], "navigate": "/things/4"])
            #expect(
                try server.text().hasSuffix("\"note\": null},\n  {\"id\": 4, \"name\": \"pin\", \"new\": true}\n]\n"))
            #expect(try await server.http.post("/things/4:delete").status == 200)
            #expect(try await server.http.post("/things/4:delete").status == 404)
            #expect(try await server.http.post("/things/1:update", ["name": "nut"]).status == 200)
            #expect(
                try server.text()
                    == Self.bolts.replacing(
                        #""price": 2, "new": false"#, with: #""price": 2, "new": false, "size": 8"#))
            #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder) == ["things.json"])
        }
    }

    @Test func valuesThatDoNotFitAreRefused() async throws {
        try await withJSON(Self.bolts) { server in
            let before = try server.text()
            for (command, body, field) in [
                ("/things:insert", ["id": 3], "id"), ("/things/1:update", ["id": 2], "id"),
                ("/things/1:update", ["id": nil], "id"), ("/things/1:update", ["price": "much"], "price"),
                ("/things/1:update", ["NAME": "x"], "NAME"), ("/things:insert", ["new": "yes"], "new"),
            ] as [(String, JSON, String)] {
                let answer = try await server.http.post(command, body)
                #expect(answer.status == 422, "\(command) \(body)")
                #expect(try answer.json["fields"]?[field]?.stringValue != nil, "\(command) \(body)")
            }
            #expect(try server.text() == before)
            #expect(try await server.http.post("/things/1:update", ["id": 7]).json["navigate"]?["href"] != JSON.null)
            #expect(try await server.http.get("/things/7").json["outputs"]?["name"] == "nut")
        }
    }

    @Test func anEmptyTableTakesItsFirstRow() async throws {
        try await withJSON("[]\n") { server in
            #expect(try await server.http.get("/things").json["window"]?["total"] == 0)
            let insert = try await server.http.post("/things:insert", ["id": "a", "n": 1])
            #expect(try insert.json["result"] == ["row": "a"])
            #expect(try server.text() == "[\n  {\n    \"id\": \"a\",\n    \"n\": 1\n  }\n]\n")
            #expect(try await server.http.get("/things/a").json["outputs"] == ["id": "a", "n": 1])
        }
    }

    private func names(_ server: JSONServer, _ route: String) async throws -> [String] {
        Self.order(try await server.http.get(route).json)
    }

    /// The titles of a list in order.
    static func order(_ list: JSON) -> [String] {
        let ids = list["sections"]?.arrayValue?.flatMap { $0["rows"]?.arrayValue ?? [] } ?? []
        return ids.compactMap { id in id.stringValue.flatMap { list["cells"]?[$0]?["title"]?.stringValue } }
    }
}
