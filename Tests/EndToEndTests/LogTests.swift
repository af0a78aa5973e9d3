import Foundation
import JSON
import TestSupport
import Testing

/// The content of the log, and what it must not contain.
@Suite(.timeLimit(.minutes(5))) struct LogTests {
    private static let secret = "hunter2"
    private static let sql = "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT UNIQUE, n INTEGER CHECK (n < 9));"

    @Test func secretsAreNotLogged() async throws {
        let file = try await ServedFile(
            Self.sql, settings: "logLevel: trace\naccessLog: true\nslowList: 0.001\nlogFormat: json")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let headers = [
            "Authorization": "Bearer \(Self.secret)", "Cookie": "oriel-session=\(Self.secret)",
            "X-Request-Id": "\(Self.secret) and more", "Idempotency-Key": Self.secret,
        ]
        for target in ["/entry?search=\(Self.secret)", "/entry?\(Self.secret)", "/?\(Self.secret)=1"] {
            _ = try await http.get(target, headers)
        }
        let body: JSON = ["text": .string(Self.secret), "n": .string(Self.secret)]
        for values in [["text": .string(Self.secret)], ["text": .string(Self.secret)], body] as [JSON] {
            _ = try await http.post("/entry:insert", values, headers.merging(["Idempotency-Key": "\(values)"]) { $1 })
        }
        _ = try await http.send("POST", "/entry:insert", headers, body: Array("{\(Self.secret)".utf8))
        _ = try await http.send(Self.secret, "/", headers)
        let socket = try await SocketClient(port: port, cookie: "oriel-session=\(Self.secret)", headers: headers)
        _ = try await socket.open("/entry?search=\(Self.secret)")
        try await socket.send(Array("{\(Self.secret)".utf8))
        _ = try await socket.next { $0["type"] == "error" }
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(!ending.errors.contains(Self.secret), "\(ending.errors)")
        #expect(!ending.output.contains(Self.secret))
        let lines = try ending.lines.map { try JSON(parsing: $0) }
        #expect(lines.filter { $0["message"] == "request" }.count == 9)
    }

    @Test func aRequestIsFoundInTheLogByItsID() async throws {
        let file = try await ServedFile(Self.sql, settings: "logLevel: debug")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let given = try await http.get("/entry", ["X-Request-Id": "a-1.b"])
        #expect(given.headers["x-request-id"] == "a-1.b")
        let made = try await http.get("/nowhere")
        let id = try #require(made.headers["x-request-id"])
        let other = try await http.get("/nowhere", ["X-Request-Id": "a b"])
        #expect(![id, "a b"].contains(other.headers["x-request-id"] ?? id))
        try program.signal(SIGTERM)
        let lines = try await program.end().lines.filter { $0.contains(" debug request ") }
        #expect(lines.count == 3)
        #expect(lines.contains { $0.contains(" id=a-1.b method=GET ") && $0.hasSuffix(" path=/entry status=200") })
        #expect(lines.contains { $0.contains(" id=\(id) method=GET ") && $0.hasSuffix(" path=/nowhere status=404") })
    }

    @Test func earlyRefusalsAreLogged() async throws {
        let file = try await ServedFile(Self.sql, settings: "accessLog: true\nbodyLimit: 100")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        let name = ["X-Request-Id": "mine"]
        #expect(
            try await http.send("POST", "/entry:insert", name, body: Array(repeating: 32, count: 200)).status == 413)
        #expect(try await http.send("BREW", "/entry", name).status == 501)
        #expect(try await http.get("/entry", ["Cookie": String(repeating: "a", count: 28_000)]).status == 431)
        let slow = try Connection(port: port)
        try slow.send(
            Array("POST /entry:insert HTTP/1.1\r\nHost: a\r\nX-Request-Id: late\r\nContent-Length: 9\r\n\r\n{".utf8))
        try program.signal(SIGTERM)
        let lines = try await program.end().lines.filter { $0.contains(" info request ") }
            .map { $0.replacing(/\ ms=\d+/, with: "") }
        for text in [
            " id=mine method=POST path=/entry:insert status=413", " id=mine method=- path=/entry status=501",
            " method=- path=- status=431", " id=late method=POST path=/entry:insert status=503",
        ] {
            #expect(lines.contains { $0.hasSuffix(text) }, "\(text): \(lines)")
        }
        #expect(lines.count == 4)
    }

    @Test func anExportThatIsCutOffIsLogged() async throws {
        let sql = """
            CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
            INSERT INTO entry SELECT i, printf('%050d', i) FROM n;
            """
        let file = try await ServedFile(sql, settings: "exportTimeout: 5")
        let (program, port) = try await file.serve()
        let download = try Download(port: port, "/entry:csv")
        try download.read()
        try await program.hears("code=export-cut-off reason=\"The client did not read the export of entry")
        #expect(throws: (any Error).self) { try download.readToEnd() }
        try await program.stop()
    }

    @Test func aSlowListIsLoggedWithItsColumns() async throws {
        let sql =
            Self.sql + """

                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
                INSERT INTO entry SELECT i, printf('%050d', i), i % 9 FROM n;
                """

        let file = try await ServedFile(sql, settings: "slowList: 0.001")
        let (program, port) = try await file.serve()
        _ = try await HTTPClient(port: port).get("/entry?n.lt=5&sort=-text&search=\(Self.secret)")
        try await program.hears("notice a list is slow filters=n milliseconds=")
        try program.signal(SIGTERM)
        let ending = try await program.end()
        #expect(ending.errors.contains(" searches=yes sort=-text table=entry\n"), "\(ending.errors)")
        #expect(!ending.errors.contains(Self.secret))
    }

    @Test func unreadLinesAreOmittedAndCountedInTheLogsFormat() async throws {
        let file = try await ServedFile(Self.sql, settings: "accessLog: true\nlogFormat: json")
        let (program, port) = try await file.serve()
        let asking = Task {
            let connection = try KeptConnection(port: port)
            let path = "/" + String(repeating: "a", count: 4_000)
            while !Task.isCancelled { _ = try await connection.get(path) }
        }
        for _ in 0..<500 { _ = try await HTTPClient(port: port).get("/" + String(repeating: "b", count: 4_000)) }
        try await program.hears("log lines omitted")
        asking.cancel()
        _ = try? await asking.value
        try program.signal(SIGTERM)
        let lines = try await program.end().lines.map { try JSON(parsing: $0) }
        let left = lines.first { $0["message"] == "log lines omitted" }
        #expect(left?["level"] == "warning" && Int(left?["count"]?.stringValue ?? "") ?? 0 > 0)
    }

    @Test func requestsAreLoggedOnlyIfEnabled() async throws {
        let file = try await ServedFile(Self.sql)
        let (program, port) = try await file.serve()
        _ = try await HTTPClient(port: port).get("/entry")
        try program.signal(SIGTERM)
        let lines = try await program.end().lines
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("Z info stopping signal=15") == true)
    }
}
