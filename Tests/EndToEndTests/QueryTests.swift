import JSON
import TestSupport
import Testing

private let people = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, born DATE, note TEXT);
    INSERT INTO t VALUES (1, 'Zoë', 5, '2001-01-01', NULL), (2, 'Adam', 5, '1999-12-31', ''),
        (3, 'adam', 1, NULL, 'a_b'), (4, 'Eve 100%', NULL, NULL, 'a,b'), (5, NULL, NULL, NULL, '~n');
    """

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct QueryTests {
    @Test(arguments: [
        ("sort=-id", ["5", "4", "3", "2", "1"]), ("sort=", ["1", "2", "3", "4", "5"]),
        ("search=ADAM", ["2", "3"]), ("search=ZO%C3%8B", ["1"]), ("name.contains=%C3%8B", ["1"]),
        ("name.starts=zo%C3%8B", ["1"]),
        ("search=%25", ["4"]), ("search=_", ["3"]), ("search=%C3%AB", ["1"]),
        ("search=~n", ["5"]),
        ("search=", ["1", "2", "3", "4", "5"]), ("search=adam&sort=-id", ["3", "2"]), ("search='%22%5C", []),
        ("name=Adam", ["2"]), ("name=~n", ["5"]), ("name=", []), ("note=", ["2"]), ("note=~n", ["1"]), ("note", ["2"]),
        ("note=~t", ["2"]), ("note=a,b", ["4"]), ("note=a~cb", ["4"]), ("note=~~n", ["5"]), ("note=~zz", []),
        ("n=5", ["1", "2"]), ("n=~n", ["4", "5"]),
        ("name=Eve+100%25", ["4"]), ("id=3&name=adam", ["3"]), ("id=3&id=4", []), ("id=x", []),
        ("born=1999-12-31", ["2"]),
    ])
    func aRouteSelectsAndOrdersRows(query: String, rows: [String]) async throws {
        try await withServer(people) { server in
            let list = try await server.http.get("/t?\(query)").json
            #expect(list["sections"]?[0]?["rows"] == .array(rows.map { .string($0) }), "\(query)")
            #expect(list["window"]?["total"]?.intValue == Int64(rows.count))
        }
    }

    @Test func nullIsSortedAsTheEngineSortsIt() async throws {
        let orders: [(query: String, rows: JSON)] = TestEngine.choose(
            sqlite: [
                ("sort=name", ["5", "2", "4", "1", "3"]), ("sort=-name", ["3", "1", "4", "2", "5"]),
                ("sort=born,-name", ["3", "4", "5", "2", "1"]),
            ],
            postgres: [
                ("sort=name", ["2", "4", "1", "3", "5"]), ("sort=-name", ["5", "3", "1", "4", "2"]),
                ("sort=born,-name", ["2", "1", "5", "3", "4"]),
            ])
        try await withServer(people) { server in
            for (query, rows) in orders {
                let list = try await server.http.get("/t?\(query)").json
                #expect(list["sections"]?[0]?["rows"] == rows, "\(query)")
            }
        }
    }

    @Test(arguments: [
        "/t?nope=1", "/t?sort=nope", "/t?sort=name,-nope", "/t?sort=-", "/t?Name=1", "/t?=1", "/t?%22sort%22=1",
    ])
    func anUnknownColumnIsRefusedWithTheKnownOnes(target: String) async throws {
        try await withServer(people) { server in
            let answer = try await server.http.get(target)
            #expect(answer.status == 400)
            #expect(try answer.json["code"] == "invalid-route")
            let detail = try answer.json["detail"]?.stringValue ?? ""
            #expect(
                detail.hasPrefix("Unknown column: \"") && detail.hasSuffix("t has: id, name, n, born, note."),
                "\(detail)")
        }
    }

    @Test func aRouteMayHaveManyFiltersAndALongSearch() async throws {
        try await withServer(people) { server in
            let filters = Array(repeating: "id=3", count: 1_200).joined(separator: "&")
            let many = try await server.http.get("/t?" + filters)
            #expect(many.status == 200)
            #expect(try many.json["sections"]?[0]?["rows"] == ["3"])
            for (length, status) in [(1_024, 200), (1_025, 400), (20_000, 414)] {
                let long = try await server.http.get("/t?search=" + String(repeating: "%25", count: length))
                #expect(long.status == status, "\(long.text)")
            }
        }
    }

    @Test func listParametersAreRefusedWithoutAList() async throws {
        try await withServer(people) { server in
            for target in ["/?sort=name", "/?x=1", "/t/1?sort=name"] {
                let answer = try await server.http.get(target)
                #expect(answer.status == 400, "\(target)")
            }
        }
    }

    @Test(arguments: [
        "%22window%22=w2", "%22sort%22=s2", "%22search%22=q2", "%22since%22=i2", "count=c2", "-minus=m2", "a,b=ab2",
        "row=r2",
        "arguments=ar2", "x%3Dy%26z=xyz2", "%22%22%22sort%22%22%22=qs2",
    ])
    func anyColumnCanBeFiltered(query: String) async throws {
        try await withServer(OddSchemas.reserved) { server in
            let list = try await server.http.get("/reserved?\(query)").json
            #expect(list["sections"]?[0]?["rows"] == ["2"], "\(query)")
            let again = try await server.http.get(list["route"]?.stringValue ?? "").json
            #expect(again == list)
        }
    }

    @Test(arguments: [
        "window", "sort", "search", "since", "%22-minus%22", "%22a,b%22", "x%3Dy%26z", "%22%22%22sort%22%22%22",
    ])
    func anyColumnCanBeSortedBy(name: String) async throws {
        try await withServer(OddSchemas.reserved) { server in
            let ascending = try await server.http.get("/reserved?sort=\(name)").json
            let descending = try await server.http.get("/reserved?sort=-\(name)").json
            #expect(ascending["sections"]?[0]?["rows"] == ["1", "2"])
            #expect(descending["sections"]?[0]?["rows"] == ["2", "1"])
            let again = try await server.http.get(descending["route"]?.stringValue ?? "").json
            #expect(again == descending)
            let both = try await server.http.get("/reserved?sort=-\(name),id").json
            #expect(both["sections"] == descending["sections"])
        }
    }
}

/// Filters of columns without a type, which have values of several types.
@Suite(.timeLimit(.minutes(5))) struct UntypedQueryTests {
    @Test(arguments: [
        ("n=5", ["1", "2"]), ("n=~t5", ["2"]), ("n=~r1.5", ["3"]), ("n=~x05", ["5"]), ("n=~n", ["4"]),
        ("id=3.0", ["3"]),
    ])
    func aRouteSelectsRows(query: String, rows: [String]) async throws {
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, n);
            INSERT INTO t VALUES (1, 5), (2, '5'), (3, 1.5), (4, NULL), (5, x'05');
            """
        try await withServer(sql) { server in
            let list = try await server.http.get("/t?\(query)").json
            #expect(list["sections"]?[0]?["rows"] == .array(rows.map { .string($0) }), "\(query)")
            #expect(list["window"]?["total"]?.intValue == Int64(rows.count))
        }
    }
}
