import JSON
import TestSupport
import Testing

/// Keys that are written otherwise and are the same to SQLite: by their collation, or as `2` and `2.0` are.
@Suite(.timeLimit(.minutes(5))) struct RespelledKeyTests {
    private static let tables = [
        "CREATE TABLE t (k TEXT PRIMARY KEY COLLATE NOCASE, v); INSERT INTO t VALUES ('AA', 1), ('b', 2)",
        "CREATE TABLE t (k TEXT PRIMARY KEY COLLATE NOCASE, v) WITHOUT ROWID; INSERT INTO t VALUES ('AA', 1), ('b', 2)",
        "CREATE TABLE t (k TEXT COLLATE NOCASE, v, n DEFAULT 1, PRIMARY KEY (k, n)); "
            + "INSERT INTO t VALUES ('AA', 1, 1), ('b', 2, 1)",
        "CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY ON CONFLICT REPLACE, v); "
            + "INSERT INTO t VALUES ('AA', 1), ('b', 2)",
        "CREATE TABLE t (k TEXT PRIMARY KEY COLLATE RTRIM, v); INSERT INTO t VALUES ('aa  ', 1), ('b', 2)",
        "CREATE TABLE t (k PRIMARY KEY, v); INSERT INTO t VALUES (2.0, 1), (3, 2)",
        "CREATE TABLE t (k ANY PRIMARY KEY, v ANY) STRICT, WITHOUT ROWID; INSERT INTO t VALUES (2.0, 1), (3, 2)",
        "CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES (char(233), 1), ('b', 2)",
    ]
    private static let routes = ["/t", "/t?sort=-v", "/t?section=v", "/t?v.gte=0&sort=k"]

    /// The expected content of every list.
    private func check(_ server: TestServer, _ live: SocketClient, _ scenes: [Int64]) async throws {
        let keys = try await server.database.run("SELECT quote(k) FROM t ORDER BY k").split(separator: "\n").count
        for (route, scene) in zip(Self.routes, scenes) {
            let document = try await server.http.get(route).json
            let fresh = try await server.http.get(route + (route.contains("?") ? "&" : "?") + "v.not=none").json
            #expect(document["window"]?["total"]?.intValue == Int64(keys), "\(route)")
            #expect(rows(document) == rows(fresh), "\(route)")
            try await live.settle(scene, server.http)
        }
    }

    private func rows(_ document: JSON) -> [JSON] {
        (document["sections"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }
    }

    @Test(arguments: tables) func aKeyThatIsRespelledByACommandIsOneRow(sql: String) async throws {
        try await withServer(sql) { server in
            let live = try await SocketClient(port: server.port)
            var scenes: [Int64] = []
            for route in Self.routes { scenes.append(try #require(try await live.open(route)["scene"]?.intValue)) }
            let id = try #require(rows(try await server.http.get("/t").json).first?.stringValue)
            let page = "/t/" + id.addingPercent
            _ = try await live.open(page)
            let respelled: JSON = sql.contains("char(233)") ? "e\u{301}" : id.hasPrefix("~r") ? 2 : "aa"
            #expect(try await server.http.post("\(page):update", ["k": respelled]).status == 200)
            try await check(server, live, scenes)
            let present = try #require(rows(try await server.http.get("/t").json).first?.stringValue)
            #expect(!present.utf8.elementsEqual(id.utf8))
            let now = "/t/" + present.addingPercent
            #expect(try await server.http.post("\(now):update", ["v": 9]).status == 200)
            #expect(try await server.http.get(now).json["outputs"]?["v"] == 9)
            try await check(server, live, scenes)
            #expect(try await server.http.post("\(now):delete", [:]).status == 200)
            #expect(try await server.http.get(now).status == 404)
            #expect(try await server.http.get(page).status == 404)
            try await check(server, live, scenes)
        }
    }

    @Test(arguments: [false, true], tables) func aKeyThatAnotherProgramRespellsIsOneRow(
        isAttached: Bool, sql: String
    ) async throws {
        try await withServer(sql) { server in
            if isAttached { #expect(try await Program.run("attach", server.database.path).status == 0) }
            let live = try await SocketClient(port: server.port)
            var scenes: [Int64] = []
            for route in Self.routes { scenes.append(try #require(try await live.open(route)["scene"]?.intValue)) }
            let number = sql.contains("2.0")
            for change in [
                number ? "UPDATE t SET k = 2 WHERE k = 2" : "UPDATE t SET k = rtrim(lower(k)) WHERE v = 1",
                number
                    ? "INSERT OR REPLACE INTO t (k, v) VALUES (2.0, 5)"
                    : "INSERT OR REPLACE INTO t (k, v) VALUES ('AA', 5)",
                "DELETE FROM t WHERE v = 5",
            ] {
                try await server.database.run(change)
                try await check(server, live, scenes)
            }
        }
    }
}

extension String {
    var addingPercent: String {
        utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
    }
}
