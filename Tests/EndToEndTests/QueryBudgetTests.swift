import Foundation
import JSON
import TestSupport
import Testing

/// The cost of a client's queries.
@Suite(.timeLimit(.minutes(5))) struct QueryBudgetTests {
    private static let people = """
        CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT, Note TEXT);
        INSERT INTO T (Id, Name) VALUES (1, 'Zürich'), (2, 'Genf');
        """

    private static let long = String(repeating: "a", count: 1_025)

    /// Numbers from 0 on, with a text between.
    private static func numbers(_ count: Int, _ separator: String, after prefix: String = "") -> String {
        (0..<count).map { prefix + String($0) }.joined(separator: separator)
    }

    private static let costly: [(query: String, limit: String)] = [
        ("search=" + long, "patternLimit"), ("search.Name=" + long, "patternLimit"),
        ("Name.contains=" + long, "patternLimit"),
        ("Name.starts=" + String(repeating: "%C3%BC", count: 513), "patternLimit"),
        (numbers(33, "&", after: "Id.not="), "termLimit"), ("Id.in=" + numbers(33, ","), "termLimit"),
        ("sort=Name,Note&Id.in=" + numbers(31, ","), "termLimit"),
    ]

    @Test(arguments: costly)
    func aTooExpensiveRouteIsRefused(query: String, limit: String) async throws {
        try await withServer(Self.people) { server in
            let socket = try await SocketClient(port: server.port)
            for target in ["/T?", "/T:csv?"] {
                let answer = try await server.http.get(target + query)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(try answer.json["code"] == "invalid-route")
                #expect(try answer.json["detail"]?.stringValue?.contains(limit) == true, "\(answer.text)")
            }
            let refusal = try await socket.open("/T?" + query)
            #expect(refusal["code"] == "invalid-route", "\(refusal)")
            #expect(try await server.http.get("/T?search=z%C3%9CRICH").json["window"]?["total"] == 1)
        }
    }

    private static let repeating: [String] = [
        "search." + many("Name", 5_000, ",") + "=z%C3%9C", "Name.starts=z&sort=" + many("Name,-Name", 100, ","),
        many("Name.contains=z", 1_000, "&"), "Id.in=" + many("1", 1_000, ","),
        "search=" + String(long.dropLast()) + "&Id=3",
    ]

    private static func many(_ text: String, _ count: Int, _ separator: String) -> String {
        Array(repeating: text, count: count).joined(separator: separator)
    }

    @Test(arguments: repeating)
    func equalTermsCountOnce(query: String) async throws {
        try await withServer(Self.people) { server in
            let answer = try await server.http.get("/T?" + query)
            #expect(answer.status == 200, "\(answer.text)")
            let total: JSON = query.hasSuffix("Id=3") ? 0 : 1
            #expect(try answer.json["window"]?["total"] == total)
        }
    }

    /// The text of each row takes long to make and to compare, so that the search ends by `queryTimeout`.
    @Test func writersDoNotWaitForSearches() async throws {
        let file = try await ServedFile(
            """
            CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT AS (replace(hex(zeroblob(500000)), '0', 'a')));
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO T SELECT i
            FROM n;
            CREATE TABLE U (Id INTEGER PRIMARY KEY, Name TEXT);
            """, settings: "queryTimeout: 8\npatience: 15")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let answered = Answered()
        async let answer = {
            defer { answered.record("search") }
            return try await http.get("/T?search=" + String(repeating: "a", count: 1_023) + "b")
        }()
        for number in 0..<20 {
            let insert = try await http.post("/U:insert", ["Name": .string("\(number)")])
            #expect(insert.status == 200, "\(insert.text)")
            #expect(try await http.get("/-/health").status == 200)
        }
        #expect(answered.all.isEmpty, "the search was over before the commands were")
        #expect(try await answer.json["window"]?["approximate"] == true)
        try await program.stop()
    }

    @Test(arguments: [false, true])
    func aLongTextIsSearchedInBoundedMemory(isReadOnly: Bool) async throws {
        let file = try await ServedFile(
            """
            CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT);
            INSERT INTO T VALUES (1, replace(hex(zeroblob(500000)), '00', 'aa')),
            (2, replace(hex(zeroblob(2000000)), '00', 'aa'));
            """, settings: "readOnly: \(isReadOnly)")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let columns = Self.many("Name", 5_000, ",")
        let patterns = (0..<32).map { "Name.contains=" + String(repeating: "a", count: 700 + $0) }
        for query in ["search.\(columns)=aab", "search.\(columns)=aaa", patterns.joined(separator: "&")] {
            let answer = try await http.get("/T?" + query)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.json["window"]?["total"] == (query.hasSuffix("b") ? 0 : 2))
        }
        #expect(try program.peakMemory() < 384 << 20)
        try await program.stop()
    }

    @Test func hugeValuesOfAViewFailAloneAndInBoundedMemory() async throws {
        let many = (0..<20).map { "zeroblob(60000000) AS c\($0)" }.joined(separator: ", ")
        let file = try await ServedFile(
            """
            CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT);
            CREATE VIEW huge AS SELECT zeroblob(900000000) AS a, zeroblob(900000000) AS b;
            CREATE VIEW many AS SELECT \(many);
            CREATE VIEW long AS SELECT hex(zeroblob(30000000)) AS a, 1 AS b;
            """, settings: "patience: 60\nqueryTimeout: 60")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        for (view, limit) in [("huge", "valueLimit"), ("many", "databaseMemory")] {
            for target in view == "huge" ? ["/huge", "/huge?a.gt=1", "/huge?sort=-b"] : ["/many"] {
                let answer = try await http.get(target)
                #expect(answer.status == 503, "\(target): \(answer.text)")
                #expect(try answer.json["code"] == (view == "huge" ? "value-too-large" : "query-failed"))
                #expect(try answer.json["detail"]?.stringValue?.contains(limit) == true, "\(answer.text)")
            }
            _ = try? await http.get("/\(view):csv")
            #expect(try await http.post("/T:insert", ["Name": .string(view)]).status == 200)
        }
        #expect(try await http.get("/long?a.contains=01").json["window"]?["total"] == 0)
        #expect(try await http.get("/T").json["window"]?["total"] == 2)
        #expect(try program.peakMemory() < 512 << 20)
        try await program.stop()
    }

    /// A text of 4,000,000 characters is stored, shown and found.
    @Test func aLongTextIsOrdinary() async throws {
        let file = try await ServedFile(Self.people)
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let text = String(repeating: "a", count: 4_000_000)
        #expect(try await http.post("/T:insert", ["Id": 3, "Name": .string(text)]).status == 200)
        #expect(try await http.get("/T/3").text.contains(text))
        #expect(try await http.get("/T?Name.starts=AAA").json["window"]?["total"] == 1)
        let attack = try await http.get("/T?search=" + String(repeating: "a", count: 15_000) + "b")
        #expect(attack.status == 400, "\(attack.text)")
        #expect(try await http.post("/T:insert", ["Name": "x"]).status == 200)
        try await program.stop()
    }

    private static let tooLarge =
        "A value or its row exceeds 65536 bytes. Shorten the value, or raise valueLimit."

    @Test func aValueBeyondTheLimitFailsAlone() async throws {
        let file = try await ServedFile(
            Self.people + "CREATE TABLE L (Id INTEGER PRIMARY KEY, B BLOB, Name TEXT);"
                + "INSERT INTO L VALUES (1, NULL, 'a'), (2, zeroblob(100000), 'b'), (3, NULL, 'c');"
                + "CREATE TABLE M (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO M VALUES (1, hex(zeroblob(40000)));",
            settings: "valueLimit: 65536")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let long: JSON = .string(String(repeating: "a", count: 70_000))
        let insert = try await http.post("/T:insert", ["Id": 9, "Name": long])
        #expect(insert.status == 422)
        #expect(try insert.json["detail"]?.stringValue == Self.tooLarge)
        #expect(try insert.json["fields"] == ["Name": .string(Self.tooLarge)])
        for target in ["/L/2", "/L/2/B", "/L?B.gt=1", "/M:csv"] {
            let answer = try await http.get(target)
            #expect(answer.status == 503, "\(target): \(answer.text)")
            #expect(try answer.json["code"] == "value-too-large", "\(target): \(answer.text)")
            #expect(try answer.json["detail"]?.stringValue == Self.tooLarge, "\(target): \(answer.text)")
        }
        #expect(try await http.get("/L/3").status == 200)
        #expect(try await http.get("/T").json["window"]?["total"] == 2)
        #expect(try await http.post("/L:insert", ["Name": "d"]).status == 200)
        try await program.stop()
    }

    /// A trigger of a hostile file that writes the tables of a full-text index.
    @Test func sqliteTablesAreNotWritten() async throws {
        let file = try await ServedFile(
            Self.people + """
                CREATE VIRTUAL TABLE F USING fts5 (a);
                CREATE TRIGGER hostile AFTER INSERT ON T BEGIN UPDATE F_data SET block = x'00'; END;
                """)
        let (program, port) = try await file.serve()
        let answer = try await HTTPClient(port: port).post("/T:insert", ["Name": "x"])
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.text.contains("may not be modified"), "\(answer.text)")
        try await program.stop()
    }
}
