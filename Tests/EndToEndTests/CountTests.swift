import JSON
import TestSupport
import Testing

/// The counts of a column's values, and of ranges of them.
@Suite(.timeLimit(.minutes(5))) struct CountTests {
    private static let sql = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE Artist (Id INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE Album (
            Id INTEGER PRIMARY KEY, Title TEXT, Artist INTEGER REFERENCES Artist, Price REAL, Day TEXT, "counts" TEXT);
        INSERT INTO Artist VALUES (1, 'Ada'), (2, 'Bob');
        INSERT INTO Album VALUES
            (1, 'Howl', 1, 0.3, '2024-01-31', 'a'), (2, 'Yelp', 1, 0.7, '2024-02-29T10:00:00Z', 'a'),
            (3, 'Bark', 2, 9.99, '2024-12-31', 'b'), (4, NULL, NULL, NULL, NULL, NULL), (5, 'Bark', 7, 3, NULL, 'b');
        """

    /// Returns the groups of a document, as titles and counts.
    private static func groups(_ document: JSON?) -> [String] {
        let rows = document?["sections"]?[0]?["rows"]?.arrayValue ?? []
        return rows.map { row in
            let cell = document?["cells"]?[row.stringValue ?? ""]
            return "\(cell?["title"]?.stringValue ?? "?") \(cell?["fields"]?["count"]?.intValue ?? -1)"
        }
    }

    @Test func valuesAreCounted() async throws {
        try await withServer(Self.sql) { server in
            let titles = try await server.http.get("/Album?counts=Title").json
            #expect(titles["screen"] == "counts")
            #expect(Self.groups(titles) == ["Bark 2", " 1", "Howl 1", "Yelp 1"])
            #expect(titles["cells"]?["~n"]?["fields"] == ["value": .null, "count": 1])
            #expect(titles["cells"]?["Bark"]?["href"] == "/Album?Title=Bark")
            #expect(titles["inputs"]?["counts"] == "Title")
            let artists = try await server.http.get("/Album?counts=Artist&sort=value").json
            #expect(Self.groups(artists) == [" 1", "Ada 2", "Bob 1", "7 1"])
            let some = try await server.http.get("/Album?counts=Title&Artist=1&search=howl").json
            #expect(Self.groups(some) == ["Howl 1"])
            #expect(some["cells"]?["Howl"]?["href"] == "/Album?Artist=1&Title=Howl&search=howl")
            let window = try await server.http.get("/Album?counts=Title&window=1,2").json
            #expect(window["window"]?["total"] == 4)
            #expect(window["cells"]?.objectValue?.names.sorted() == ["Howl", "~n"])
        }
    }

    @Test func aColumnMayHaveAnEmptyName() async throws {
        let sql = """
            CREATE TABLE Odd (Id INTEGER PRIMARY KEY, "" TEXT);
            INSERT INTO Odd VALUES (1, 'a'), (2, 'b'), (3, 'a');
            """
        try await withServer(sql) { server in
            let counts = try await server.http.get("/Odd?counts=%22%22").json
            #expect(Self.groups(counts) == ["a 2", "b 1"])
        }
    }

    @Test func rangesAreCounted() async throws {
        try await withServer(Self.sql) { server in
            let prices = try await server.http.get("/Album?counts=Price.range").json
            #expect(Self.groups(prices) == [" 1", "0 1", "0.5 1", "3 1", "9.5 1"])
            #expect(prices["cells"]?["~r0.5"]?["fields"] == ["value": 0.5, "count": 1, "end": 1])
            #expect(prices["cells"]?["~r9.5"]?["href"] == "/Album?Price.gte=~r9.5&Price.lt=10")
            #expect(prices["cells"]?["~n"]?["href"] == "/Album?Price.null=")
            let months = try await server.http.get("/Album?counts=Day.range").json
            #expect(Self.groups(months) == [" 2", "2024-01 1", "2024-02 1", "2024-12 1"])
            #expect(months["cells"]?["2024-12"]?["fields"]?["end"] == "2025-01")
            let rising = try await server.http.get("/Album?counts=Day.range&sort=count").json
            #expect(Self.groups(rising) == ["2024-01 1", "2024-02 1", "2024-12 1", " 2"])
            // A text that is no date lies between dates, so that ranges of dates would have it.
            #expect(try await server.http.post("/Album/5:update", ["Day": "2024-0x"]).status == 200)
            let values = try await server.http.get("/Album?counts=Day.range").json
            #expect(Self.groups(values).count == 5)
            #expect(values["cells"]?["2024-01-31"]?["href"] == "/Album?Day=2024-01-31")
            // A value far outside makes other ranges.
            try await server.database.run(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                INSERT INTO Album (Price) SELECT i * 10 FROM n
                """)
            let wide = try await server.http.get("/Album?counts=Price.range").json
            #expect(Self.groups(wide).count < 26)
            #expect(wide["cells"]?["1900"]?["fields"]?["end"] == 2000)
        }
    }

    @Test(
        .onBothEngines,
        arguments: [
            ("counts=title", "title", 400), ("counts=%22counts%22", "/Album?counts=counts", 200),
            ("%22counts%22=a&counts=Title&sort=-count", "/Album?%22counts%22=a&counts=Title", 200),
            ("counts=Price.range&sort=value", "/Album?counts=Price.range", 200), ("counts=", "/Album", 200),
            ("counts=Nonesuch", "Nonesuch", 400), ("counts=Title&sort=Title", "-count", 400),
            ("counts=Title&section=Title", "section", 400), ("counts=Title.rang", "Title.rang", 400),
        ])
    func routesAreCanonical(query: String, said: String, status: Int) async throws {
        try await withServer(Self.sql) { server in
            let answer = try await server.http.get("/Album?" + query)
            #expect(answer.status == status)
            if status == 200 {
                #expect(try answer.json["route"] == .string(said))
            } else {
                #expect(try answer.json["detail"]?.stringValue?.contains(said) == true, "\(answer.text)")
            }
            #expect(try await server.http.get("/Album:csv?counts=Title").status == 400)
        }
    }

    @Test func changesOfAnyWriterArePatches() async throws {
        try await withServer(Self.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/Album?counts=Artist")["scene"]?.intValue)
            #expect(Self.groups(socket.replicas[scene]?.document) == ["Ada 2", " 1", "Bob 1", "7 1"])
            #expect(try await server.http.post("/Album/3:update", ["Artist": 1]).status == 200)
            try await socket.follow(scene) { Self.groups($0) == ["Ada 3", " 1", "7 1"] }
            try await server.database.run("DELETE FROM Album WHERE Artist = 1; INSERT INTO Album (Artist) VALUES (2)")
            try await socket.follow(scene) { Self.groups($0) == [" 1", "Bob 1", "7 1"] }
            #expect(try await server.http.post("/Artist/2:update", ["Name": "Eve"]).status == 200)
            try await socket.follow(scene) { Self.groups($0) == [" 1", "Eve 1", "7 1"] }
            try await server.database.run("INSERT INTO Artist VALUES (7, 'Gil')")
            try await socket.follow(scene) { Self.groups($0) == [" 1", "Eve 1", "Gil 1"] }
        }
    }

    /// Each group has as many rows as the list to which it links, whatever the values are.
    @Test func countsAgreeWithTheListsThatTheyLinkTo() async throws {
        var random = SeededGenerator.announced("countsAgreeWithTheListsThatTheyLinkTo")
        let numbers = [
            "NULL", "0", "1", "1.0", "-1", "2.5", "0.29", "0.3", "1e300", "-1e300", "9007199254740993",
        ]
        let texts = ["''", "'a'", "'A'", "'2024-02-29'", "'2023-12-31 10:00'", "'1999-01-01'", "'~n'", "'a,b'", "'ä'"]
        let all = numbers + texts + ["x'00ff'", "CAST(x'ff' AS TEXT)"]
        // Only SQLite has values of several types in a column.
        let (type, columns) = TestEngine.choose(
            sqlite: ("", [all, all, all]), postgres: ("NUMERIC", [numbers, numbers, ["NULL"] + texts]))
        let batches = (0..<12).map { _ in
            (0..<20).map { _ in
                "(" + columns.map { $0.randomElement(using: &random) ?? "" }.joined(separator: ", ") + ")"
            }.joined(separator: ", ")
        }
        try await withServer("CREATE TABLE t (Id INTEGER PRIMARY KEY, a \(type), b REAL, c TEXT)") { server in
            for (round, rows) in batches.enumerated() {
                try await server.database.run("INSERT INTO t (a, b, c) VALUES \(rows)")
                if round % 3 == 2 { try await server.database.run("DELETE FROM t WHERE Id % 3 = \(round % 2)") }
                for column in ["a", "b", "c", "a.range", "b.range", "c.range"] {
                    let document = try await server.http.get("/t?counts=\(column)&window=0,500").json
                    var sum: Int64 = 0
                    for (id, cell) in document["cells"]?.objectValue ?? [:] {
                        let route = try #require(cell["href"]?.stringValue)
                        let total = try await server.http.get(route).json["window"]?["total"]?.intValue
                        #expect(cell["fields"]?["count"]?.intValue == total, "\(column) \(id) \(route)")
                        sum += total ?? 0
                    }
                    #expect(try await server.http.get("/t").json["window"]?["total"]?.intValue == sum)
                }
            }
        }
    }

    @Test(
        .onBothEngines,
        arguments: [
            "9007199254740993", "9223372036854775807", "-9223372036854775808", "1e308", "1.7976931348623157e308",
            "-1e308",
            "5e-324", "1000000000000000001, 1000000000000000002, 1000000000000000064, 1000000000000000127",
            "9223372036854775807, -9223372036854775808, 0.5", "1.7976931348623157e308, -1.7976931348623157e308, 1",
            "0.1, 0.2, 0.30000000000000004, 0.7, 2.3",
            "9007199254740991, 9007199254740992, 9007199254740993, 9007199254740994",
        ])
    func rangesOfExtremeNumbersAgreeWithTheirLists(numbers: String) async throws {
        let rows = numbers.split(separator: ",").map { "(\($0))" }.joined(separator: ", ")
        let type = TestEngine.choose(sqlite: "", postgres: numbers.contains(/[.e]/) ? "REAL" : "INTEGER")
        let sql = "CREATE TABLE t (Id INTEGER PRIMARY KEY, a \(type)); INSERT INTO t (a) VALUES \(rows)"
        try await withServer(sql) { server in
            let document = try await server.http.get("/t?counts=a.range").json
            var sum: Int64 = 0
            for cell in document["cells"]?.objectValue?.map(\.value) ?? [] {
                let route = try #require(cell["href"]?.stringValue)
                let total = try await server.http.get(route).json["window"]?["total"]?.intValue
                #expect(cell["fields"]?["count"]?.intValue == total, "\(route)")
                sum += total ?? 0
            }
            #expect(sum == Int64(numbers.split(separator: ",").count), "\(document.text)")
        }
    }

    /// What patches make of the counts is what a new scene reads, also for rows that enter and leave the filter.
    @Test(
        .onBothEngines,
        arguments: ["counts=Owner", "counts=Cost.range", "counts=Owner&Cost.gte=5", "counts=Title&search=e"])
    func patchesAgreeWithAFreshGet(query: String) async throws {
        var random = SeededGenerator.announced("patchesAgreeWithAFreshGet \(query)")
        let steps = (0..<60).map { _ in
            let id = Int64.random(in: 1..<40, using: &random)
            return Step(
                kind: Int.random(in: 0..<5, using: &random), id: id,
                title: ["one", "Two", "three", "TWO"].randomElement(using: &random) ?? "", owner: id % 4,
                cost: Int64.random(in: 0..<100, using: &random))
        }
        let collation = TestEngine.choose(sqlite: "COLLATE NOCASE", postgres: "")
        let sql = "CREATE TABLE t (Id INTEGER PRIMARY KEY, Title TEXT \(collation), Owner INTEGER, Cost REAL)"
        try await withServer(sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/t?\(query)")["scene"]?.intValue)
            for step in steps {
                try await step.run(on: server)
                let fresh = try await server.http.get("/t?\(query)")
                try await socket.follow(scene) { _ in socket.replicas[scene]?.digest == fresh.tag }
            }
        }
    }

    /// A change by another program or by a command.
    private struct Step {
        let kind: Int
        let id: Int64
        let title: String
        let owner: Int64
        let cost: Int64

        func run(on server: TestServer) async throws {
            let values: JSON = ["Title": .string(title), "Owner": .int(owner), "Cost": .int(cost)]
            switch kind {
            case 0:
                let row = "INTO t VALUES (\(id), '\(title)', \(owner), \(cost).5)"
                try await server.database.run(
                    TestEngine.choose(
                        sqlite: "INSERT OR REPLACE \(row)",
                        postgres: "INSERT \(row) ON CONFLICT (Id) DO UPDATE SET Title = excluded.Title, "
                            + "Owner = excluded.Owner, Cost = excluded.Cost"))
            case 1:
                try await server.database.run(
                    "UPDATE t SET Cost = Cost + 3, Owner = Owner + 1 WHERE Id % 5 = \(owner)")
            case 2: _ = try await server.http.post("/t/\(id):delete")
            case 3: _ = try await server.http.post("/t/\(id):update", values)
            default: _ = try await server.http.post("/t:insert", values)
            }
        }
    }

    /// What a visitor asks for has a limit of 100,000 values, and of 16 MB.
    @Test(arguments: [
        ("TEXT", "'' || i"), ("INTEGER", "i"), ("TEXT", "CASE WHEN i > 30 THEN '31' ELSE printf('%01000000d', i) END"),
    ])
    func tooManyValuesAreAProblem(type: String, value: String) async throws {
        let sql = """
            CREATE TABLE t (Id INTEGER PRIMARY KEY, a \(type));
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001)
            INSERT INTO t SELECT i, \(value) FROM n;
            """
        try await withServer(sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/t?counts=a")["scene"]?.intValue)
            try await socket.follow(scene) { $0["problem"]?["code"] == "query-failed" }
            let message = socket.replicas[scene]?.document["problem"]?["message"]?.stringValue
            #expect(message?.contains("too many different values") == true, "\(message ?? "-")")
            try await server.database.run("DELETE FROM t WHERE Id <= 20")
            try await socket.follow(scene) { $0["problem"] == nil && $0["window"]?["total"] != 0 }
        }
    }

    @Test func hiddenRowsAndColumnsAreNotCounted() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let groups = { (query: String, person: String?) in
                Self.groups(try await server.get("/Ticket?\(query)", as: person).json)
            }
            #expect(try await groups("counts=State", Helpdesk.ada) == ["open 2", "new 1"])
            #expect(try await groups("counts=State", Helpdesk.bob) == ["open 1"])
            #expect(try await groups("counts=State", Helpdesk.root) == ["open 3", "new 1", "secret 1"])
            // The title of a hidden row is not shown.
            #expect(try await groups("counts=Parent&sort=value", Helpdesk.ada) == [" 2", "9 1"])
            for column in ["Cost", "Phone", "Memo", "Cost.range", "Shadow"] {
                let ask = { (name: String) in
                    let target = "/Ticket?counts=" + column.replacing(/^\w+/, with: name)
                    return try await server.get(target, as: Helpdesk.ada).told(instead: name)
                }
                let name = String(column.prefix { $0 != "." })
                #expect(try await ask(name) == ask("Nonesuch"), "\(column)")
            }
            // A row that changes hands leaves one audience's counts and enters the other's.
            let sockets = [try await server.socket(as: Helpdesk.ada), try await server.socket(as: Helpdesk.bob)]
            var scenes: [Int64] = []
            for socket in sockets {
                scenes.append(try #require(try await socket.open("/Ticket?counts=State")["scene"]?.intValue))
            }
            #expect(try await server.post("/Ticket/2:update", ["Team": 2], as: Helpdesk.root).status == 200)
            try await sockets[0].follow(scenes[0]) { Self.groups($0) == ["new 1", "open 1"] }
            try await sockets[1].follow(scenes[1]) { Self.groups($0) == ["open 2"] }
        }
    }
}
