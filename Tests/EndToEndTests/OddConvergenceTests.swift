import JSON
import TestSupport
import Testing

/// Rows with odd keys change in another process, and every replica follows.
@Suite(.timeLimit(.minutes(5))) struct OddConvergenceTests {
    private static let routes = [
        "/", "/kinds?sort=-v", "/kinds?search=e", "/composite", "/bare", "/nokey", "/taken1", "/taken2", "/taken3",
        "/taken4?sort=oid", "/nulls", "/backwards", "/accents", "/strictly", "/kinds/~uFF41", "/kinds/a~0b",
        "/kinds/~i10",
        "/nulls/~i1", "/composite/1,y%2Fz~c~~", "/bare/~t,0", "/strictly/~x31", "/taken1/1",
    ]

    private static let changes = [
        "UPDATE kinds SET v = v || '!';",
        "UPDATE composite SET v = 'new'; INSERT INTO composite VALUES (NULL, NULL, 'more'), (5, 'é', 'x');",
        "DELETE FROM nulls WHERE v = 'two'; INSERT INTO nulls VALUES (NULL, 'six'); "
            + "UPDATE nulls SET v = 'ONE' WHERE v = 'one';",
        "UPDATE bare SET v = x'0102'; DELETE FROM bare WHERE k = '.'; INSERT INTO bare VALUES (',', -1, NULL);",
        "UPDATE nokey SET b = 3 WHERE a = 1; INSERT INTO nokey VALUES (NULL, NULL); "
            + "DELETE FROM taken3 WHERE rowid = 'z';",
        "INSERT INTO taken4 VALUES (NULL, 'x', 'y'), ('b', 'b', 'b'); UPDATE taken3 SET oid = 'd'; "
            + "UPDATE taken1 SET v = 'same';",
        "UPDATE kinds SET k = 'moved' WHERE v = 'integer!'; DELETE FROM kinds WHERE typeof(k) = 'real';",
        "UPDATE accents SET b = b || b; UPDATE strictly SET v = v || k; UPDATE backwards SET v = NULL; VACUUM;",
    ]

    @Test func everyReplicaFollows() async throws {
        try await withServer(OddSchemas.keys) { server in
            let socket = try await SocketClient(port: server.port)
            var scenes: [(route: String, number: Int64)] = []
            for route in Self.routes {
                let answer = try await socket.open(route)
                #expect(answer["type"] == "snapshot", "\(route): \(answer)")
                scenes.append((route, answer["scene"]?.intValue ?? 0))
            }
            for change in Self.changes {
                try await server.database.run(change)
                for scene in scenes where socket.replicas[scene.number] != nil {
                    let fresh = try await server.http.get(scene.route)
                    guard fresh.status == 200 else {
                        _ = try await socket.next { $0["type"] == "gone" && $0["scene"]?.intValue == scene.number }
                        continue
                    }
                    try await socket.follow(scene.number, until: fresh.tag ?? "")
                    #expect(try fresh.json == socket.replicas[scene.number]?.document, "\(scene.route) after \(change)")
                }
            }
        }
    }

    @Test func aRowLargerThanTheQueueReachesASocketAndFollows() async throws {
        let sql =
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INT); "
            + "INSERT INTO t VALUES (1, printf('%.*c', 2000000, 'x'), 1);"
        try await withServer(sql) { server in
            let socket = try await SocketClient(port: server.port)
            let snapshot = try await socket.open("/t/1")
            let scene = snapshot["scene"]?.intValue ?? 0
            #expect(snapshot["document"]?["outputs"]?["name"]?.stringValue?.utf8.count == 2_000_000)
            try await server.database.run("UPDATE t SET n = 2")
            let patch = try await socket.next()
            #expect(patch["patch"] == [["op": "replace", "path": "/outputs/n", "value": 2]])
            try await server.database.run("UPDATE t SET name = name || 'y'")
            let tag = try await server.http.get("/t/1").tag ?? ""
            try await socket.follow(scene, until: tag)
        }
    }
}
