import JSON
import TestSupport
import Testing

/// Only SQLite permits a column with an empty name.
private var things: String {
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, section TEXT, "name.initial" TEXT, "-n" TEXT,
    "a""b" TEXT, "\(last)" TEXT);
    INSERT INTO t VALUES (1, 'ada', 2, 'x', 'i', 'm', 'q', ' e'), (2, 'Bob', 1, 'y', 'j', 'm', 'r', 'f'),
    (3, 'abe', NULL, 'x', 'i', 'o', 'q', ' '||char(9));
    CREATE TABLE u (id INTEGER PRIMARY KEY);
    CREATE VIEW v AS SELECT * FROM t;
    """
}
private var last: String { TestEngine.choose(sqlite: "", postgres: "last") }

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SectionRouteTests {
    @Test(arguments: [
        ("section=%22name%22.initial&sort=-name", ["A:1,3", "B:2"]), ("section=-%22name%22.initial", ["B:2", "A:1,3"]),
        ("section=name.initial", ["i:1,3", "j:2"]), ("section=%22name.initial%22", ["i:1,3", "j:2"]),
        ("section=name.initial.initial", ["I:1,3", "J:2"]), ("section=section", ["x:1,3", "y:2"]),
        ("section=%22-n%22", ["m:1,2", "o:3"]), ("section=-%22-n%22.initial", ["O:3", "M:1,2"]),
        ("section=a%22b", ["q:1,3", "r:2"]), ("section=n&n.notnull&section=name&%22section%22=x", ["ada:1"]),
        ("section=&sort=-id", ["t:3,2,1"]), ("section=%22LAST%22", [" \t:3", " e:1", "f:2"]),
        ("section=-%22LAST%22", ["f:2", " e:1", " \t:3"]), ("section=%22LAST%22.initial", ["\t:3", "E:1", "F:2"]),
    ])
    func aRouteGroupsRowsIntoSections(query: String, sections: [String]) async throws {
        try await withServer(things) { server in
            try await check(server, query.replacing("LAST", with: last), sections)
        }
    }

    @Test func theSectionOfNullIsWhereTheEngineSortsIt() async throws {
        try await withServer(things) { server in
            let rising = TestEngine.choose(sqlite: ["~n:3", "1:2", "2:1"], postgres: ["1:2", "2:1", "~n:3"])
            try await check(server, "section=n&sort=name", rising)
            try await check(server, "section=-n", rising.reversed())
        }
    }

    private func check(_ server: TestServer, _ query: String, _ sections: [String]) async throws {
        let list = try await server.http.get("/t?\(query)").json
        let shown = (list["sections"]?.arrayValue ?? []).map { section in
            let rows = (section["rows"]?.arrayValue ?? []).compactMap(\.stringValue)
            return (section["id"]?.stringValue ?? "") + ":" + rows.joined(separator: ",")
        }
        #expect(shown == sections, "\(query)")
        let again = try await server.http.get(list["route"]?.stringValue ?? "").json
        #expect(again == list, "\(query)")
    }

    @Test(arguments: [
        ("/t?section=no", "Unknown column: \"no\". t has: id, name, n, section, name.initial, -n, a\"b, LAST."),
        ("/t?section=n,name", "Unknown column: \"n,name\". t has: id, name, n, section, name.initial, -n, a\"b, LAST."),
        ("/u?section=-", "Unknown column: \"\". u has: id."),
        (
            "/v?section=n",
            "v cannot have sections. Only tables can, in databases encoded in UTF-8."
        ),
    ])
    func refusesInvalidSections(target: String, detail: String) async throws {
        try await withServer(things) { server in
            let answer = try await server.http.get(target)
            #expect(answer.status == 400)
            #expect(try answer.json["code"] == "invalid-route")
            #expect(try answer.json["detail"]?.stringValue == detail.replacing("LAST", with: last))
        }
    }

    @Test func sectionsComeAndGoWithTheirRows() async throws {
        try await withServer(things) { server in
            let sections = { () async throws in
                let list = try await server.http.get("/t?section=n").json
                return (list["sections"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
            }
            #expect(try await sections() == TestEngine.choose(sqlite: ["~n", "1", "2"], postgres: ["1", "2", "~n"]))
            try await server.database.run("UPDATE t SET n = 7 WHERE id = 2; UPDATE t SET n = 2 WHERE id = 3")
            #expect(try await sections() == ["2", "7"])
            _ = try await server.http.post("/t/1:update", ["n": 7])
            #expect(try await sections() == ["2", "7"])
            _ = try await server.http.post("/t/3:delete")
            #expect(try await sections() == ["7"])
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct EncodingSectionTests {
    @Test func aDatabaseOfAnotherEncodingHasNoSections() async throws {
        try await withServer("PRAGMA encoding = 'UTF-16'; CREATE TABLE t (id INTEGER PRIMARY KEY, g TEXT)") { server in
            #expect(try await server.http.get("/t?section=g").status == 400)
            let inputs = try await server.http.get("/t").json["inputs"]
            #expect(inputs?["sort"] != nil && inputs?["section"] == nil)
        }
    }
}
