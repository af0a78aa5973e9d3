import JSON
import Serving
import TestSupport
import Testing

private let things = """
    CREATE TABLE Thing (Id INTEGER PRIMARY KEY, Name TEXT, Size REAL, Photo BLOB, Big INTEGER);
    INSERT INTO Thing VALUES (1, 'ax', 1.5, NULL, 9007199254740993), (2, 'say "hi", twice', NULL, x'00ff', 1),
        (3, '', -2, NULL, NULL), (4, 'two' || char(10) || 'lines', 0, NULL, -7);
    CREATE TABLE Risk (Id INTEGER PRIMARY KEY, Text TEXT);
    INSERT INTO Risk (Text) VALUES ('=1+1'), ('+49 170'), ('-cmd'), ('@sum'), (char(9) || 'x'), (char(13) || 'x'),
    ('-1.5'), ('+7'),
        ('a=b'), ('- 1'), ('-'), ('"=x"'),
        ('x;y'), (char(10) || 'x'), ('＝1'), ('～'),
        ('-1e5'), ('+1e400'), ('-2.5E-3'), ('-1e'), ('-e5'), ('-1e5+1'), ('+1e5e5');
    CREATE VIEW Names AS SELECT Name FROM Thing WHERE Name <> '' ORDER BY Name;
    CREATE TABLE "a:b/ü" (Id INTEGER PRIMARY KEY); INSERT INTO "a:b/ü" VALUES (7);
    CREATE TABLE Empty (Id INTEGER PRIMARY KEY, "=x" TEXT);
    """

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ExportTests {
    @Test func exportsATableAsCSV() async throws {
        try await withServer(things) { server in
            let answer = try await server.http.get("/Thing:csv")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/csv; charset=utf-8; header=present")
            #expect(answer.headers["content-disposition"] == "attachment; filename*=UTF-8''Thing.csv")
            #expect(
                answer.text == "Id,Name,Size,Photo,Big\r\n1,ax,1.5,,9007199254740993\r\n"
                    + "2,\"say \"\"hi\"\", twice\",,/Thing/2/Photo,1\r\n3,\"\",-2.0,,\r\n4,\"two\nlines\",0.0,,-7\r\n")
        }
    }

    @Test(.timeLimit(.minutes(5))) func aStoppingServerFinishesExports() async throws {
        let sql = """
            CREATE TABLE Long (Id INTEGER PRIMARY KEY, Text TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO Long SELECT i, printf('%0100d', i) FROM n;
            """
        try await withServer(sql, { $0.drainTimeout = .seconds(60) }) { server in
            let download = try await blocking { try Download(port: server.port, "/Long:csv") }
            try await blocking { try download.read() }
            async let stopped: Void = server.stop()
            let text = try await blocking { try download.readToEnd() }
            #expect(text.split(separator: "\r\n").count == 60_001)
            await stopped
        }
    }

    @Test func exportsATableAsJSONOrNDJSON() async throws {
        try await withServer(things) { server in
            let array = try await server.http.get("/Thing:json")
            #expect(array.headers["content-type"] == "application/json")
            let rows = try #require(try array.json.arrayValue)
            #expect(rows.count == 4)
            #expect(rows[0] == ["Id": 1, "Name": "ax", "Size": 1.5, "Photo": .null, "Big": "9007199254740993"])
            #expect(rows[1]["Photo"]?["href"] == "/Thing/2/Photo")
            let lines = try await server.http.get("/Thing:ndjson")
            #expect(lines.headers["content-type"] == "application/x-ndjson")
            let parsed = try lines.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(parsed == rows)
        }
    }

    @Test(arguments: [
        ("/Thing:ndjson?sort=-Name", [4, 2, 1, 3]), ("/Thing:ndjson?search=w", [2, 4]),
        ("/Thing:ndjson?Size.gt=0", [1]),
        ("/Thing:ndjson?Big.notnull&sort=Big&window=1,1", [4, 2, 1]),
        ("/Thing:ndjson?section=-Name.initial", [4, 2, 1, 3]),
        ("/a%3Ab%2F%C3%BC:ndjson", [7]),
    ])
    func exportsTheRowsOfTheListInOrder(target: String, ids: [Int64]) async throws {
        try await withServer(things) { server in
            let answer = try await server.http.get(target)
            let rows = try answer.text.split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(rows.compactMap { $0["Id"]?.intValue } == ids)
        }
    }

    @Test func escapesTextsThatSpreadsheetsReadAsFormulas() async throws {
        try await withServer(things) { server in
            let answer = try await server.http.get("/Risk:csv")
            let fields = answer.text.split(separator: "\r\n").map { $0.drop { $0 != "," }.dropFirst() }
            #expect(
                fields == [
                    "Text", "\"'=1+1\"", "\"'+49 170\"", "\"'-cmd\"", "\"'@sum\"", "\"'\tx\"", "\"'\rx\"", "-1.5", "+7",
                    "a=b",
                    "\"'- 1\"", "\"'-\"", "\"\"\"=x\"\"\"", "\"x;y\"", "\"'\nx\"", "\"'＝1\"", "～", "-1e5", "+1e400",
                    "-2.5E-3", "\"'-1e\"",
                    "\"'-e5\"", "\"'-1e5+1\"", "\"'+1e5e5\"",
                ])
        }
    }

    @Test func exportsViewsAndEmptyTables() async throws {
        try await withServer(things) { server in
            let names = try await server.http.get("/Names:json").json
            #expect(names.arrayValue?.first?["Name"] == "ax")
            #expect(try await server.http.get("/Empty:csv").text == "Id,\"'=x\"\r\n")
            let none = try await server.http.get("/Empty:json").json
            #expect(none == [])
            #expect(try await server.http.get("/Empty:ndjson").text == "")
        }
    }

    @Test func refusesRoutesWithoutAList() async throws {
        try await withServer(things) { server in
            #expect(try await server.http.get("/Missing:csv").status == 404)
            #expect(try await server.http.get("/:csv").status == 404)
            #expect(try await server.http.get("/Thing/1:csv").status == 404)
            #expect(try await server.http.get("/Thing:csv?No=1").status == 400)
            #expect(try await server.http.post("/Thing:csv").status == 405)
            for method in ["PUT", "DELETE"] {
                let answer = try await server.http.send(method, "/Thing:csv")
                #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD, OPTIONS")
            }
            #expect(try await server.http.send("OPTIONS", "/Thing:csv").headers["allow"] == "GET, HEAD, OPTIONS")
            let head = try await server.http.send("HEAD", "/Thing:csv")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test func aSlowlyReadExportShowsOneState() async throws {
        let rows = 60_000
        let sql = """
            CREATE TABLE Many (Id INTEGER PRIMARY KEY, Version INTEGER, Filler TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                INSERT INTO Many SELECT i, 1, printf('%060d', i) FROM n;
            """
        try await withServer(sql) { server in
            let download = try await blocking { try Download(port: server.port, "/Many:csv?sort=-Filler") }
            try await blocking { try download.read() }
            try await server.database.run("UPDATE Many SET Version = 2")
            let text = try await blocking { try download.readToEnd() }
            let lines = text.split(separator: "\r\n").filter { $0.contains(",1,0") }
            #expect(lines.count == rows)
            #expect(!text.contains(",2,0"))
            #expect(try await server.http.get("/Many:csv?Id=1").text.contains("1,2,0"))
        }
    }

    @Test func runsAsManyExportsAsTheSettingAllows() async throws {
        let sql = """
            CREATE TABLE Many (Id INTEGER PRIMARY KEY, Filler TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
                INSERT INTO Many SELECT i, printf('%090d', i) FROM n;
            """
        try await withServer(sql) {
            $0.exportLimit = 1
        } _: { server in
            do {
                let download = try await blocking { try Download(port: server.port, "/Many:ndjson") }
                try await blocking { try download.read() }
                let refused = try await server.http.get("/Many:csv")
                #expect(refused.status == 503)
                #expect(try refused.json["code"] == "too-many-exports")
            }
            // A disconnect makes room.
            while try await server.http.get("/Many:csv?Id=1").status == 503 {}
        }
    }
}
