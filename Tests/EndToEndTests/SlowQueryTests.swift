import JSON
import Serving
import TestSupport
import Testing

/// Endless and slow queries time out, and do not block others.
@Suite(.timeLimit(.minutes(5))) struct SlowQueryTests {
    private static let schema = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO name VALUES (1, 'one');
        CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
        """

    @Test func anEndlessViewIsListedWithoutACount() async throws {
        try await withServer(Self.schema) { server in
            let cells = try await server.http.get("/").json["cells"]
            #expect(cells?["name"]?["fields"]?["rows"] == 1)
            #expect(cells?["endless"]?["href"] == "/endless")
            #expect(cells?["endless"]?["fields"] == nil)
        }
    }

    @Test func anEndlessQueryTimesOutWithoutBlockingOthers() async throws {
        try await withServer(Self.schema, { $0.queryTimeout = .milliseconds(300) }) { server in
            let socket = try await SocketClient(port: server.port)
            let names = try #require(try await socket.open("/name")["scene"]?.intValue)
            let answer = try await server.http.get("/endless")
            #expect(answer.status == 503)
            #expect(try answer.json["code"] == "query-too-slow")
            for number in 0..<5 {
                let reply = try await socket.run("update", scene: names, row: "1", ["text": .string("new \(number)")])
                #expect(reply["result"] != nil)
            }
            #expect(socket.replicas[names]?.document["cells"]?["1"]?["title"] == "new 4")
            #expect(try await server.http.get("/").status == 200)
        }
    }

    /// An observed view that does not finish in time.
    @Test func anEndlessViewDoesNotBlockOthers() async throws {
        let views = """
            CREATE VIEW quick AS SELECT text FROM name;
            CREATE VIEW other AS SELECT text FROM name WHERE id > 0;
            """
        try await withServer(
            Self.schema + views,
            { settings in
                settings.queryTimeout = .seconds(30)
                settings.patience = .seconds(10)
            }
        ) { server in
            let socket = try await SocketClient(port: server.port)
            try await socket.send(["type": "open", "ref": 1, "route": "/endless"])
            for route in ["/quick", "/other", "/quick?text=one", "/other?text.not=two"] {
                let answer = try await server.http.get(route)  // is without rows if it waits for the endless one
                #expect(answer.status == 200, "\(route)")
                #expect(try answer.json["window"]?["total"] == 1, "\(route)")
            }
        }
    }

    @Test func aCommandRunsDespiteAViewThatBlocksWriters() async throws {
        let schema = Self.schema.replacing("PRAGMA journal_mode = WAL;", with: "")
        try await withServer(
            schema,
            { settings in
                settings.queryTimeout = .seconds(30)
                settings.busyTimeout = .seconds(3)
            }
        ) { server in
            let socket = try await SocketClient(port: server.port)
            let endless = try await socket.open("/endless")
            let scene = try #require(endless["scene"]?.intValue)
            for number in 0..<3 {
                let answer = try await server.http.post("/name/1:update", ["text": .string("new \(number)")])
                #expect(answer.status == 200, "\(answer.text)")
            }
            try await socket.follow(scene) { $0["problem"]?["code"] == "query-too-slow" }
            let message = socket.replicas[scene]?.document["problem"]?["message"]?.stringValue ?? ""
            #expect(message.contains("a query blocks writers"), "\(message)")
        }
    }

    @Test func aTimedOutOrderIsRetriedOnlyAfterAWrite() async throws {
        let rows = """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO name SELECT i, hex(randomblob(8)) FROM n;
            """
        try await withServer(Self.schema + rows, { $0.queryTimeout = .milliseconds(1) }) { server in
            let socket = try await SocketClient(port: server.port)
            let names = try #require(try await socket.open("/name?sort=text")["scene"]?.intValue)
            try await socket.follow(names) { $0["problem"]?["code"] == "query-too-slow" }
            let patches = socket.replicas[names]?.patches
            for number in 0..<20 { _ = try await server.http.get("/name?text=\(number)") }
            _ = try await socket.open("/")
            #expect(socket.replicas[names]?.patches == patches)
        }
    }
}
