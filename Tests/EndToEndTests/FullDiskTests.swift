import Foundation
import JSON
import TestSupport
import Testing

/// Reports to clients and the operator when a disk is full.
@Suite(.timeLimit(.minutes(5)), .enabled("where a process may mount a disk") { try await FullDisk.isPossible })
struct FullDiskTests {
    private static let sql = """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO note SELECT i, hex(randomblob(100)) FROM n;
        """

    @Test func anExportThatIsCutOffIsLoggedAndCounted() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let disk = FullDisk(at: database.folder + "/tmp", size: "1m")
        let program = try Program(
            ["serve", database.path, "--port", "0"], by: disk.wrapper, environment: ["TMPDIR": disk.path])
        let http = HTTPClient(port: try #require(try await program.port()))
        await #expect(throws: ClientError.self) { try await http.get("/note:csv") }
        try await program.hears(" warning request failed code=export-failed reason=")
        #expect(try await http.get("/-/metrics").text.contains("oriel_problems_total{code=\"export-failed\"} 1"))
        try program.signal(SIGTERM)
        #expect(try await program.end().errors.contains("export cannot be used (No space left on device)"))
    }

    @Test func aCommandOnAFullDiskIsLogged() async throws {
        let database = try await blocking { try Database(Self.sql) }
        let disk = FullDisk(at: database.folder + "/disk", size: "16m", with: database.path)
        let program = try Program(["serve", disk.path + "/test.sqlite", "--port", "0"], by: disk.wrapper)
        let http = HTTPClient(port: try #require(try await program.port()))
        for _ in 0..<20 {
            let answer = try await http.post("/note:insert", ["text": .string(String(repeating: "x", count: 9_000))])
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] != nil)
        }
        try await program.hears(" warning request failed code=database-failed command=")
        try program.signal(SIGTERM)
        let lines = try await program.end().lines.filter { $0.contains("request failed") }
        #expect((1..<20).contains(lines.count))  // ten at once, and one a second
    }

    @Test func aJSONFileIsWrittenAfterAFullDisk() async throws {
        let database = try await blocking { try Database("") }
        let file = database.folder + "/things.json"
        try Data(#"{"note": [{"id": 1, "text": "x"}]}"#.utf8).write(to: URL(fileURLWithPath: file))
        let disk = FullDisk(at: database.folder + "/disk", size: "64k", with: file)
        let program = try Program(["serve", disk.path + "/things.json", "--port", "0"], by: disk.wrapper)
        let http = HTTPClient(port: try #require(try await program.port()))
        let answer = try await http.post("/note/1:update", ["text": .string(String(repeating: "x", count: 9_000))])
        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] != nil)
        #expect(try answer.json["code"] == "disk-full")
        try await program.hears(" warning request failed code=disk-full command=")
        try program.signal(SIGTERM)
        #expect(try await program.end().status == 0)
    }

    @Test func theStartNamesAFullFolder() async throws {
        let database = try await blocking { try Database("") }
        let file = database.folder + "/things.json"
        try Data("[\"a\"]".utf8).write(to: URL(fileURLWithPath: file))
        let disk = FullDisk(at: database.folder + "/tmp", size: "16k", with: file)
        let ending = try await Program(
            ["serve", file, "--port", "0"], by: disk.wrapper, environment: ["TMPDIR": disk.path]
        ).end()
        #expect(ending.status == 1)
        #expect(ending.errors.contains("the file cannot be mirrored in \(disk.path) ("), "\(ending.errors)")
    }
}
