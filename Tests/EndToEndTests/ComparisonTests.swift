import JSON
import TestSupport
import Testing

/// The column `a` has no type, and has values of several types, which only SQLite permits.
private var things: String {
    let (infinity, collation) = TestEngine.choose(sqlite: ("1e999", "COLLATE NOCASE"), postgres: ("'Infinity'", ""))
    let (type, values) = TestEngine.choose(sqlite: ("", ["5", "'5'", "x'35'"]), postgres: ("REAL", ["5", "5", "35"]))
    return """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT \(collation), n INTEGER, x REAL, a \(type), "a.gt" TEXT,
            "b.c" INTEGER, search TEXT, "search.name" TEXT);
        INSERT INTO t VALUES
            (1, 'Ada', 10, 1.5, \(values[0]), 'q', 1, 's', 'p'), (2, 'bob', 9, 2, \(values[1]), 'r', 2, 't', 'q'),
            (3, NULL, NULL, NULL, NULL, NULL, 3, 'u', 'r'), (4, '100%', -1, -0.5, 5.5, NULL, 4, NULL, NULL),
            (5, 'a_b', 9223372036854775807, \(infinity), \(values[2]), 'q', NULL, 's,t', NULL);
        """
}

/// Requests the rows that a comparison selects.
private func select(_ query: String, _ rows: [String]) async throws {
    try await withServer(things) { server in
        let list = try await server.http.get("/t?\(query)").json
        #expect(list["sections"]?[0]?["rows"] == .array(rows.map { .string($0) }), "\(query)")
        let again = try await server.http.get(list["route"]?.stringValue ?? "").json
        #expect(again == list, "\(query)")
    }
}

/// Comparisons of values without a type, and of texts under a collation of SQLite.
@Suite(.timeLimit(.minutes(5))) struct UntypedComparisonTests {
    @Test(arguments: [
        ("name.gte=B", ["2"]), ("name.lt=b", ["1", "4", "5"]), ("name.not=ADA", ["2", "3", "4", "5"]),
        ("name.in=ada,BOB", ["1", "2"]), ("n.lt=a", ["1", "2", "4", "5"]),
        ("a.lt=5.2", ["1"]), ("a.gte=~t5", ["2", "5"]), ("a.in=5", ["1", "2"]), ("a=5.5", ["4"]), ("a=5.0", ["1"]),
        ("a.in=5.50,~t5", ["2", "4"]), ("a.not=5.5", ["1", "2", "3", "5"]), ("a=5e0", ["1"]), ("a=q", []),
        ("a.not=5", ["3", "4", "5"]), ("a.gte=~x35", ["5"]), ("a.lt=~t5.2", ["1", "2", "4"]),
        ("%22a%22.gt=5.2", ["2", "4", "5"]),
    ])
    func aComparisonSelectsRows(query: String, rows: [String]) async throws { try await select(query, rows) }
}

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ComparisonTests {
    @Test(arguments: [
        ("n.gt=9", ["1", "5"]), ("n.gte=9", ["1", "2", "5"]), ("n.lt=9", ["4"]), ("n.lte=9", ["2", "4"]),
        ("n.gt=8.5", ["1", "2", "5"]), ("n.gte=9&n.lte=10", ["1", "2"]), ("n.not=9", ["1", "3", "4", "5"]),
        ("n.gt=~n", []), ("n.null", ["3"]), ("n.notnull=", ["1", "2", "4", "5"]),
        ("n.not=~n", ["1", "2", "4", "5"]), ("n.in=9,10", ["1", "2"]), ("n.in=~n,-1", ["3", "4"]), ("n.in=~n", ["3"]),
        ("n=9.0", ["2"]), ("n.in=9.00,1e1", ["1", "2"]), ("n.not=~r9.0", ["1", "3", "4", "5"]), ("n=9.5", []),
        ("n=0x9", []), ("n.lt=1e1", ["2", "4"]), ("n=1e99", []),
        ("n.in=", []), ("x.gte=1.5", ["1", "2", "5"]), ("x.lt=~r1.5", ["4"]), ("x.in=2,1.5", ["1", "2"]),
        ("name.contains=a", ["1", "5"]), ("name.contains=%25", ["4"]),
        ("name.contains=_", ["5"]), ("name.starts=A", ["1", "5"]), ("name.starts=", ["1", "2", "4", "5"]),
        ("name.starts=~n", []), ("n.contains=1", ["1", "4"]), ("n.starts=-", ["4"]),
        ("a=5.5", ["4"]), ("a.in=5.50,7", ["4"]), ("a=q", []),
        ("a.gt=q", ["1", "5"]), ("a.gt.gt=q", ["2"]), ("a.gt.null", ["3", "4"]),
        ("b.c.gte=3", ["3", "4"]), ("%22b.c%22.gte=3", ["3", "4"]), ("b.c.null", ["5"]),
        ("%22search%22.in=s,t", ["1", "2"]), ("%22search%22.in=s~ct", ["5"]), ("search.name=q", ["2"]),
        ("search.%22name%22=A", ["1", "5"]), ("search.%22name%22,search=T", ["2", "5"]),
        ("search.search=t", ["2", "5"]), ("search.n,id=1", ["1", "4"]), ("search.%22name%22=a&search.search=,", ["5"]),
    ])
    func aComparisonSelectsRows(query: String, rows: [String]) async throws { try await select(query, rows) }

    @Test func anUnknownComparisonIsRefusedWithTheKnownOnes() async throws {
        try await withServer(things) { server in
            for (query, detail) in [
                (
                    "n.ge=1",
                    "Unknown comparison: \"ge\". Use one of: not, gt, gte, lt, lte, in, contains, starts, null, "
                        + "notnull."
                ),
                ("n.null=1", "\"n.null\" takes no value."),
                (
                    "no.gt=1",
                    "Unknown column: \"no\". t has: id, name, n, x, a, a.gt, b.c, search, search.name."
                ),
                (
                    "no.ge=1",
                    "Unknown column: \"no.ge\". t has: id, name, n, x, a, a.gt, b.c, search, search.name."
                ),
                (
                    "search.=1",
                    "Unknown column: \"\". t has: id, name, n, x, a, a.gt, b.c, search, search.name."
                ),
                (
                    "search.n,no=1",
                    "Unknown column: \"no\". t has: id, name, n, x, a, a.gt, b.c, search, search.name."
                ),
            ] {
                let answer = try await server.http.get("/t?\(query)")
                #expect(answer.status == 400)
                #expect(try answer.json["code"] == "invalid-route")
                #expect(try answer.json["detail"]?.stringValue == detail, "\(query)")
            }
        }
    }

    @Test func theDocumentListsFiltersAndFilterableColumns() async throws {
        try await withServer(things) { server in
            let list = try await server.http.get("/t?%22n%22.gte=9&x=~n&a.not=~n&%22a%22.gt=1&search.%22id%22=1").json
            #expect(
                list["inputs"]?["filters"] == [
                    ["name": "\"a\".gt", "value": "1", "column": "a", "comparison": "gt"],
                    ["name": "a.notnull", "value": "", "column": "a", "comparison": "notnull"],
                    ["name": "n.gte", "value": "9", "column": "n", "comparison": "gte"],
                    ["name": "search.id", "value": "1"],
                    ["name": "x.null", "value": "", "column": "x", "comparison": "null"],
                ])
            #expect(
                list["comparisons"] == ["not", "gt", "gte", "lt", "lte", "in", "contains", "starts", "null", "notnull"])
        }
    }
}
