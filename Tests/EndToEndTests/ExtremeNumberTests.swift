import Foundation
import JSON
import TestSupport
import Testing

/// Numbers at the limits of 64 bits, in a served file.
@Suite(.timeLimit(.minutes(2))) struct ExtremeNumberTests {
    @Test func anExhaustedLogDoesNotStopTheService() async throws {
        let file = try await ServedFile(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 1);")
        #expect(try await Program.run("attach", file.database.path).status == 0)
        let (program, port) = try await file.serve()
        let socket = try await SocketClient(port: port)
        let scene = try #require(try await socket.open("/t")["scene"]?.intValue)
        let writer = try SQLShell(file.database.path)
        for seq in [Int64.max - 1, .max] {
            try await writer.run("INSERT OR IGNORE INTO _oriel_log (seq) VALUES (\(seq))")
            for _ in 0..<3 {
                try await writer.run("UPDATE t SET n = n + 1")
                let n = try #require(Int64(try await writer.run("SELECT n FROM t").filter(\.isNumber)))
                try await socket.follow(scene) { $0["cells"]?["1"]?["fields"]?["n"] == .int(n) }
                #expect(try await socket.run("update", scene: scene, row: "1", ["n": .int(n + 100)])["result"] != nil)
            }
        }
        try await program.stop()
    }

    private static let ends = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, r REAL);
        INSERT INTO t VALUES (\(Int64.max), \(Int64.min + 1), 1e308), (-9223372036854775808, \(Int64.max), -1e308),
        (0, NULL, 9e999);
        CREATE VIEW v AS SELECT * FROM t;
        """

    @Test func rowsAtBothEndsAreListedFoundAndChanged() async throws {
        try await withServer(Self.ends) { server in
            let (low, high) = ("-9223372036854775808", "9223372036854775807")
            for query in [
                "", "?sort=n", "?sort=-r", "?section=n", "?search=922", "?n.ge=\(high)", "?n.between=\(low),\(high)",
                "?id=\(low)",
                "?window=9223372036854775807,9223372036854775807", "?window=@\(high),2", "?window=@\(low)",
                "?n.lt=-\(low)",
            ] {
                for table in ["t", "v"] {
                    let status = try await server.http.get("/\(table)\(query)").status
                    #expect(status == 200 || status == 400, "/\(table)\(query): \(status)")
                }
            }
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/t?sort=n")["scene"]?.intValue)
            try await socket.send(["type": "window", "scene": .int(scene), "start": .int(.max), "count": .int(.max)])
            try await socket.send(["type": "window", "scene": .int(scene), "start": 0, "count": 50])
            for row in [low, high] {
                #expect(try await socket.run("update", scene: scene, row: row, ["r": 1])["result"] != nil)
                try await socket.follow(scene) { $0["cells"]?.objectValue?[row]?["fields"]?["r"] == 1.0 }
            }
            #expect(try await socket.run("insert", scene: scene, ["n": .string(low)])["result"] != nil)
            #expect(try await server.http.get("/-/health").status == 200)
        }
    }
}
