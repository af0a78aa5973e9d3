import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TableKindTests {
    @Test func computedColumnsAreShownAndCannotBeWritten() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let row = try await server.http.get("/computed/2").json
            #expect(row["outputs"] == ["id": 2, "a": 2, "v": 4, "s": "s2"])
            #expect(row["commands"]?["update"]?["arguments"]?.objectValue?.names == ["id", "a"])
        }
    }

    @Test func viewsAndVirtualTablesOfferNoCommands() async throws {
        try await withServer(OddSchemas.kinds) { server in
            for (target, screen) in [
                ("/v_same", "view"), ("/v_binary", "view"), ("/words", "table"), ("/boxes/1", "row"),
            ] {
                let document = try await server.http.get(target).json
                #expect(document["screen"] == .string(screen))
                #expect(document["commands"] == [:], "\(target)")
            }
            #expect(try await server.http.get("/boxes/2").json["outputs"] == ["id": 2, "x0": 5, "x1": 6])
            #expect(try await server.http.get("/words?search=ell").json["window"]?["total"] == 1)
        }
    }

    @Test func shadowTablesAndSQLitesOwnAreNotListed() async throws {
        let own = "CREATE TABLE auto (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO auto VALUES (NULL); ANALYZE;"
        try await withServer(OddSchemas.kinds + own) { server in
            let names = try await server.http.get("/").json["cells"]?.objectValue?.names ?? []
            #expect(names.contains("auto") && names.contains("words"))
            #expect(!names.contains { $0.hasPrefix("sqlite_") || $0.hasPrefix("words_") || $0.hasPrefix("boxes_") })
            #expect(try await server.http.get("/sqlite_schema").status == 404)
            #expect(try await server.http.get("/words_content").status == 404)
        }
    }

    @Test func aTableWithAnUnreadableIndexIsCountedWithoutIt() async throws {
        let sql = """
            CREATE TABLE deck (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE); CREATE INDEX deck_name ON deck (name);
            INSERT INTO deck VALUES (1, 'a'), (2, 'b');
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'unicase');
            """
        try await withServer(sql) { server in
            let cell = try await server.http.get("/").json["cells"]?["deck"]
            #expect(cell?["href"] == "/deck")
            #expect(cell?["subtitle"] == "2 rows")
            #expect(try await server.http.get("/deck").json["window"]?["total"] == 2)
        }
    }

    @Test func anUnreadableViewReportsItsError() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let cells = try await server.http.get("/").json["cells"]
            for (name, reason) in [("v_broken", "no such table: main.lost"), ("v_failing", "malformed JSON")] {
                #expect(cells?[name]?["subtitle"] == .string(reason))
                #expect(cells?[name]?["href"] == nil)
                let answer = try await server.http.get("/\(name)")
                #expect(answer.status == 503)
                #expect(try answer.json["code"] == "query-failed")
                #expect(try answer.json["detail"]?.stringValue?.contains(reason) == true)
            }
        }
    }

    @Test func equalRowsOfAViewAreTwoRows() async throws {
        try await withServer(OddSchemas.kinds) { server in
            let view = try await server.http.get("/v_same").json
            #expect(view["columns"] == ["a", "a:1", "'x' || 'y'"])
            #expect(view["cells"]?.objectValue?.count == 2)
            #expect(try await server.http.get("/v_same/1").status == 404)
        }
    }

    @Test func aTableOfTwoThousandColumnsIsListedSearchedAndShown() async throws {
        let columns = (1..<2_000).map { "c\($0) TEXT" }.joined(separator: ", ")
        let sql =
            "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO wide (id, c1999) VALUES (1, 'last');"
        try await withServer(sql) { server in
            let row = try await server.http.get("/wide/1").json
            #expect(row["outputs"]?["c1999"] == "last")
            #expect(try await server.http.get("/wide?search=LAS").json["window"]?["total"] == 1)
            #expect(try await server.http.get("/wide?search=none").json["window"]?["total"] == 0)
        }
    }

    @Test func aTableWithoutRowsOrWithoutTextIsSearchedWithoutHarm() async throws {
        try await withServer(OddSchemas.kinds) { server in
            for target in ["/nobody", "/nobody?search=x", "/binary?search=x"] {
                let list = try await server.http.get(target)
                #expect(list.status == 200)
                #expect(try list.json["window"]?["total"] == 0, "\(target)")
            }
        }
    }
}
