import JSON
import TestSupport
import Testing

/// Foreign keys as SQLite takes them: to keys and to `UNIQUE` columns, compared as the parent's column compares.
@Suite(.timeLimit(.minutes(5))) struct ForeignKeyTests {
    private static let sql = """
        CREATE TABLE par (id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, a INTEGER, b INTEGER, UNIQUE (a, b));
        INSERT INTO par VALUES (7, 'AA', 1, 2), (8, 'b', 5, NULL);
        CREATE TABLE ch (id INTEGER PRIMARY KEY, p TEXT REFERENCES par, code TEXT REFERENCES par (code), x INTEGER,
        y INTEGER,
            FOREIGN KEY (x, y) REFERENCES par (a, b));
        INSERT INTO ch VALUES (1, '7', 'aa', 1, 2), (2, '07', 'AA', NULL, NULL), (3, ' 7', 'B', 5, NULL),
        (4, NULL, 'none', 1, 3);
        CREATE TABLE pair (a TEXT COLLATE NOCASE, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        INSERT INTO pair VALUES ('X', 1);
        CREATE TABLE part (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, FOREIGN KEY (a, b) REFERENCES pair (a, b));
        INSERT INTO part VALUES (1, 'x', 1);
        """

    @Test(arguments: [
        ("/ch/1", ["p": "/par/7", "code": "/par/7", "x": "/par/7"]), ("/ch/2", ["p": "/par/7", "code": "/par/7"]),
        ("/ch/3", ["p": "/par/7", "code": "/par/8"]), ("/ch/4", [:]), ("/part/1", ["a": "/pair/X,1"]),
    ])
    func aLinkLeadsToTheOneRouteOfTheRow(page: String, links: [String: String]) async throws {
        try await withServer(Self.sql) { server in
            let shown = try await server.http.get(page).json["links"]?.objectValue ?? [:]
            let hrefs = Dictionary(shown.map { ($0.name, $0.value["href"]?.stringValue ?? "") }) { first, _ in first }
            #expect(hrefs == links)
            for href in hrefs.values { #expect(try await server.http.get(href).status == 200) }
        }
    }

    @Test(arguments: [
        ("/par/7", ["ch.p": 3, "ch.code": 2, "ch.x,y": 1]), ("/par/8", ["ch.p": 0, "ch.code": 1, "ch.x,y": 0]),
        ("/pair/X,1", ["part": 1]),
    ])
    func referencingRowsAreThoseOfSQLite(page: String, counts: [String: Int64]) async throws {
        try await withServer(Self.sql) { server in
            for section in try await server.http.get(page).json["sections"]?.arrayValue ?? [] {
                let id = section["id"]?.stringValue ?? ""
                #expect(section["count"] == .int(counts[id] ?? -1), "\(id)")
                // Where no filter of a route compares like the key, no route shows the rows.
                let isShown = page == "/par/7" && id == "ch.x,y"
                #expect((section["href"] != nil) == isShown, "\(id)")
            }
            let refused = try await server.http.post("\(page):delete", [:])
            #expect(refused.status == (page == "/par/8" || page == "/par/7" || page == "/pair/X,1" ? 422 : 200))
        }
    }

    @Test func aListOfReferencesFollowsOtherSpellings() async throws {
        try await withServer(Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/par/7")["scene"]?.intValue)
            #expect(try await server.http.post("/ch/4:update", ["code": "aA", "p": "7.0"]).status == 200)
            try await socket.settle(scene, server.http)
            try await server.database.run("UPDATE ch SET code = 'b', p = ' 8' WHERE id < 3")
            try await socket.settle(scene, server.http)
            let sections = try await server.http.get("/par/7").json["sections"]?.arrayValue ?? []
            let counts = sections.map { $0["count"]?.intValue }
            #expect(counts.reduce(0) { $0 + ($1 ?? 0) } == 4)
        }
    }

    @Test func aCommandAtAnotherSpellingOfARouteUpdatesTheRow() async throws {
        try await withServer(Self.sql) { server in
            let answer = try await server.http.post("/pair/x,1:update", ["b": 1])
            #expect(try answer.json["result"]?["row"] == "X,1")
        }
    }

    @Test(arguments: ["JSON", "UUID", "STRING", "TIME", "INET", "ENUM"])
    func aColumnOfATypeThatSQLiteDoesNotKnowTakesTexts(type: String) async throws {
        try await withServer("CREATE TABLE t (id INTEGER PRIMARY KEY, v \(type), n NUMERIC, d DECIMAL(5,2))") {
            server in
            let arguments = try await server.http.get("/t").json["commands"]?["insert"]?["arguments"]
            #expect(arguments?["v"]?["type"] == "any")
            #expect(arguments?["n"]?["type"] == "number" && arguments?["d"]?["type"] == "number")
            for value: JSON in ["{\"a\":1}", "4", 4, 1.5, nil] {
                #expect(try await server.http.post("/t:insert", ["v": value]).status == 200)
            }
            #expect(try await server.http.post("/t:insert", ["n": "x"]).status == 422)
            #expect(try await server.database.run("SELECT quote(v) FROM t") == "'{\"a\":1}'\n4\n4\n1.5\nNULL\n")
        }
    }
}
