import JSON
import TestSupport
import Testing

/// Names and values that differ in their bytes alone (`é` as one code point and as two, Unicode Standard Annex 15):
/// Swift's `String` takes them for equal, SQLite does not.
@Suite(.timeLimit(.minutes(5))) struct SpellingTests {
    private static let (one, two) = ("caf\u{e9}", "cafe\u{301}")
    private static let tables = [one, two].map {
        "CREATE TABLE \"\($0)\" (id INTEGER PRIMARY KEY, v); INSERT INTO \"\($0)\" VALUES (1, 'first');"
    }.joined()

    @Test func commandsWriteToTheNamedTable() async throws {
        try await withServer(Self.tables) { server in
            for name in [Self.one, Self.two] {
                let route = "/" + name.addingPercent
                let bytes = JSON.int(Int64(name.utf8.count))
                #expect(try await server.http.post("\(route):insert", ["v": bytes]).json["result"]?["row"] == "2")
                #expect(try await server.http.post("\(route)/1:update", ["v": bytes]).status == 200)
            }
            for name in [Self.one, Self.two] {
                let count = name.utf8.count
                #expect(try await server.database.run("SELECT * FROM \"\(name)\"") == "1|\(count)\n2|\(count)\n")
                let document = try await server.http.get("/" + name.addingPercent).json
                #expect(document["window"]?["total"] == 2)
                #expect(try await server.http.post("/\(name.addingPercent)/1:delete", [:]).status == 200)
                #expect(try await server.database.run("SELECT count(*) FROM \"\(name)\"") == "1\n")
            }
        }
    }

    @Test func commandsWriteToTheNamedColumn() async throws {
        let sql =
            "CREATE TABLE t (id INTEGER PRIMARY KEY, \"\(Self.one)\", \"\(Self.two)\"); "
            + "INSERT INTO t VALUES (1, 1, 2), (2, 2, 1), (3, 3, 3)"
        try await withServer(sql) { server in
            #expect(try await server.http.post("/t/1:update", .object([Self.one: "one"])).status == 200)
            #expect(try await server.http.post("/t/1:update", .object([Self.two: "two"])).status == 200)
            #expect(try await server.database.run("SELECT * FROM t WHERE id = 1") == "1|one|two\n")
            for (name, rows) in [(Self.one, ["2", "3", "1"]), (Self.two, ["2", "3", "1"])] {
                let document = try await server.http.get("/t?sort=" + name.addingPercent).json
                #expect(document["sections"]?[0]?["rows"] == .array(rows.map { .string($0) }))
            }
            let sections = try await server.http.get("/t?section=" + Self.two.addingPercent).json["sections"]?
                .arrayValue
            #expect(sections?.map { $0["title"]?.stringValue } == ["1", "3", "two"])
        }
    }

    @Test func listsShowTheRequestedRows() async throws {
        let sql =
            "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); "
            + "INSERT INTO a VALUES (1, '\(Self.one)'), (2, '\(Self.two)')"
        try await withServer(sql) { server in
            let live = try await SocketClient(port: server.port)
            for parameter in ["name", "search"] {
                for (id, name) in [("1", Self.one), ("2", Self.two)] {
                    let route = "/a?\(parameter)=\(name.addingPercent)"
                    let document = try await server.http.get(route).json
                    #expect(document["sections"]?[0]?["rows"] == .array([.string(id)]), "\(route)")
                }
            }
            let routes = [Self.one, Self.two].map { "/a?name=" + $0.addingPercent }
            var scenes: [Int64] = []
            for route in routes { scenes.append(try #require(try await live.open(route)["scene"]?.intValue)) }
            #expect(try await server.http.post("/a:insert", .object(["name": .string(Self.one)])).status == 200)
            for scene in scenes { try await live.settle(scene, server.http) }
            #expect(try await server.http.get(routes[0]).json["window"]?["total"] == 2)
            #expect(try await server.http.get(routes[1]).json["window"]?["total"] == 1)
        }
    }

    @Test func theLogIsRemovedFromBothTables() async throws {
        let database = try Database(Self.tables)
        #expect(try await Program.run("attach", database.path).status == 0)
        let logged = try await database.run("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'")
        #expect(logged == "6\n")
        for name in [Self.one, Self.two] { try await database.run("INSERT INTO \"\(name)\" (v) VALUES (2)") }
        #expect(try await Program.run("attach", database.path).output.contains("are already logged"))
        #expect(try await Program.run("detach", database.path).status == 0)
        #expect(try await database.run("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == "0\n")
        for name in [Self.one, Self.two] { try await database.run("INSERT INTO \"\(name)\" (v) VALUES (2)") }
    }
}
