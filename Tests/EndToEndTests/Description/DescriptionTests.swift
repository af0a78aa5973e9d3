import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)), .onBothEngines) struct DescriptionTests {
    @Test func everyDescribedRequestAnswersAsDescribed() async throws {
        try await withServer(Self.sql) { server in
            var api = try await DescribedAPI(server)
            try await api.call()
            #expect(api.faults == [])
            let described = api.operations.filter { !$0.path.hasPrefix("/-/") }
            let missing = described.map { "\($0.method.uppercased()) \($0.path)" }.filter { !api.done.contains($0) }
            #expect(missing.isEmpty, "never successful")
            #expect(described.count >= 30)
        }
    }

    @Test func aBodyOutsideOfItsSchemaIsRefused() async throws {
        try await withServer(Self.sql) { server in
            let schemas = try await DescribedAPI(server).document["components"]?["schemas"]
            let insert = try #require(schemas?["BookInsert"])
            #expect(insert["required"] == ["Title", "Pages"])
            let arguments = schemas?["BookArguments"]?["properties"]
            #expect(arguments?["Title"] != nil && arguments?["Length"] == nil, "a computed column")
            let bodies: [JSON] = [["Pages": 1], ["Title": "a", "Pages": "x"], ["Title": "a", "Pages": 1, "Other": 1]]
            for body in bodies {
                #expect(try await server.http.post("/Book:insert", body).status == 422)
                let check = SchemaCheck(["components": ["schemas": schemas ?? .null]])
                #expect(!check.faults(of: body, by: insert).isEmpty)
            }
        }
    }

    @Test func aListOfValuesIsDescribed() async throws {
        guard TestEngine.current == .sqlite else { return }  // PostgreSQL keeps no SQL of a table
        try await withServer(Self.sql) { server in
            let document = try await DescribedAPI(server).document
            let state = document["components"]?["schemas"]?["BookArguments"]?["properties"]?["State"]
            #expect(state?["enum"] == ["new", "sold 'off'", nil])
        }
    }

    @Test func aTableOfFiftyColumnsAddsFewBytes() async throws {
        let columns = (1...49).map { "column_\($0) \(["TEXT", "INTEGER", "REAL", "DATE"][$0 % 4])" }
        let tables = (1...20).map {
            "CREATE TABLE table_\($0) (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));"
        }
        try await withServer(tables.joined()) { server in
            let bytes = try await server.http.get("/-/openapi.json").body.count
            #expect(bytes < 20 * 15_000 + 40_000)
        }
    }

    @Test func theTextsAreKeptUntilTheSchemaChanges() async throws {
        try await withServer(Self.sql) { server in
            for path in ["/-/openapi.json", "/-/types.d.ts"] {
                let first = try await server.http.get(path)
                let tag = try #require(first.headers["etag"])
                #expect(first.status == 200)
                #expect(try await server.http.get(path, ["If-None-Match": tag]).status == 304)
                let gzip = try await server.http.get(path, ["Accept-Encoding": "gzip"])
                #expect(try gzip.expanded() == first.body)
            }
            let before = try await server.http.get("/-/openapi.json")
            try await server.database.run("ALTER TABLE Book ADD COLUMN Extra TEXT")
            // PostgreSQL tells of a change of the schema a moment later.
            let deadline = ContinuousClock.now + patienceOfTests
            var after = before
            while !after.text.contains("Extra"), ContinuousClock.now < deadline {
                after = try await server.http.get("/-/openapi.json", ["If-None-Match": before.headers["etag"] ?? ""])
            }
            #expect(after.status == 200 && after.text.contains("Extra"))
        }
    }

    @Test func whatRulesHideIsNotDescribed() async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            let whole = try await server.get("/-/openapi.json", as: Helpdesk.root).text
            for principal in Helpdesk.limited {
                let secret = ["Secret", "Hash"]
                let hidden = principal == Helpdesk.bob ? secret : secret + ["Memo", "Cost", "Shadow"]
                for path in ["/-/openapi.json", "/-/types.d.ts"] {
                    let text = try await server.get(path, as: principal).text
                    for name in hidden {
                        #expect(!text.contains(name), "\(principal ?? "nobody") reads \(name) in \(path)")
                    }
                }
            }
            for name in ["Memo", "Cost", "Secret"] { #expect(whole.contains(name)) }
            let agent = try await server.get("/-/openapi.json", as: Helpdesk.ada)
            let lead = try await server.get("/-/openapi.json", as: Helpdesk.bob)
            #expect(agent.text != lead.text)
            #expect(lead.text.contains("/OpenByTeam") && !agent.text.contains("/OpenByTeam"))
            #expect(agent.headers["cache-control"] == "private, no-cache")
        }
    }

    @Test(arguments: [Helpdesk.root, Helpdesk.ada, Helpdesk.bob])
    func principalsMayDoWhatIsDescribed(principal: String) async throws {
        try await withServer(Helpdesk.sql, rules: Helpdesk.rules) { server in
            var api = try await DescribedAPI(server, as: principal)
            try await api.call()
            #expect(api.faults == [])
            let reads = api.operations.filter { $0.method == "get" && !$0.path.hasPrefix("/-/") }
            let missing = reads.map { "GET \($0.path)" }.filter { !api.done.contains($0) }
            #expect(missing.isEmpty, "never successful")
        }
    }

    /// Tables of each kind, with marks in names.
    private static let sql = """
        CREATE TABLE Author (AuthorId INTEGER PRIMARY KEY, Name TEXT NOT NULL, Photo BLOB);
        CREATE TABLE Book (
            BookId INTEGER PRIMARY KEY, Title TEXT NOT NULL, Pages INTEGER NOT NULL, Price REAL, Printed DATE,
            State TEXT CHECK (State IN ('new', 'sold ''off''')), AuthorId INTEGER REFERENCES Author ON DELETE CASCADE,
            Length INTEGER GENERATED ALWAYS AS (Pages * 2));
        CREATE TABLE Shelf (Room TEXT, Number INTEGER, "odd {name}, sort" TEXT, PRIMARY KEY (Room, Number));
        CREATE VIEW Titles AS SELECT Title FROM Book;
        INSERT INTO Author VALUES (7, 'Ada', x'89504E470D0A1A0A'), (8, 'Bob', x'00');
        INSERT INTO Book (BookId, Title, Pages, Price, Printed, State, AuthorId) VALUES
            (7, 'One', 10, 1.5, '2020-02-01', 'new', 7), (8, 'Two', 20, 2.5, '2021-02-01', 'new', 8);
        INSERT INTO Shelf VALUES ('a/b', 1, 'x'), ('c', 2, 'y');
        """
}
