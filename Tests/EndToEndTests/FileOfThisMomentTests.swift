import Foundation
import JSON
import TestSupport
import Testing

/// A file that replaces the open one is served immediately: to readers, before the server is notified, and to writers
/// on both sides.
@Suite(.timeLimit(.minutes(5))) struct FileOfThisMomentTests {
    private static let journals: [AnyWriterTests.Journal] = [.delete, .wal]

    private func replacement(_ text: String) throws -> Database {
        try Database(
            "CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL); INSERT INTO name VALUES (1, '\(text)')")
    }

    /// Replaces the file of a running program: removes the old log, and then the file.
    private func replace(_ path: String, by replacement: Database, and sql: String? = nil) throws {
        for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + log) }
        guard let sql else {
            try #require(rename(replacement.path, path) == 0)
            return
        }
        try Shell.run(
            "sh", ["-c", "mv \"$0\" \"$1\" && sqlite3 -bail -cmd '.timeout 5000' \"$1\"", replacement.path, path],
            input: sql)
    }

    @Test(arguments: journals) private func aReadAfterTheRenameIsOfTheNewFile(_ journal: AnyWriterTests.Journal)
        async throws
    {
        try await withServer(journal.sql) { server in
            for round in 0..<10 {
                let old = try await server.http.get("/name/1")
                try replace(server.database.path, by: try replacement("round \(round)"))
                let headers = ["If-None-Match": old.headers["etag"] ?? ""]
                let answers = [
                    try await server.http.get("/name/1", headers), try await server.http.get("/name?id.gte=-\(round)"),
                    try await server.http.get("/name:csv"), try await server.http.get("/name/1/text"),
                ]
                for answer in answers {
                    #expect(answer.status == 200)
                    #expect(String(decoding: answer.body, as: UTF8.self).contains("round \(round)"))
                }
            }
        }
    }

    @Test(arguments: journals) private func aCommandAfterTheRenameIsInTheNewFile(_ journal: AnyWriterTests.Journal)
        async throws
    {
        try await withServer(journal.sql) { server in
            for round in 0..<10 {
                try replace(server.database.path, by: try replacement("new"))
                let answer = try await server.http.post("/name:insert", ["id": 7, "text": .string("round \(round)")])
                #expect(answer.status == 200)
                #expect(try await server.database.run("SELECT text FROM name WHERE id = 7") == "round \(round)\n")
            }
        }
    }

    /// To SQLite the journal of the new file may be one that the old file has to be mended with.
    @Test(arguments: journals) private func aWriterToTheNewFileIsNotDisturbed(_ journal: AnyWriterTests.Journal)
        async throws
    {
        try await withServer(journal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            for round in 0..<20 {
                let write = "UPDATE name SET text = 'round \(round)'"
                try replace(server.database.path, by: try replacement("new"), and: write)
                let document = try await server.http.get("/name").json
                #expect(document["problem"] == nil)
                #expect(document["cells"]?["1"]?["title"] == .string("round \(round)"))
                try await socket.follow(scene) {
                    $0["cells"]?["1"]?["title"] == .string("round \(round)") && $0["problem"] == nil
                }
                #expect(try await server.database.run("PRAGMA integrity_check") == "ok\n")
            }
        }
    }

    @Test func aReadAfterADamagedFileWasPutBackIsOfTheGoodOne() async throws {
        try await withServer(AnyWriterTests.Journal.delete.sql) { server in
            let path = server.database.path
            for round in 0..<12 {
                let good = try Data(contentsOf: URL(fileURLWithPath: path))
                let garbage = Data((0..<good.count).map { UInt8(truncatingIfNeeded: $0 * 31) })
                try garbage.write(to: URL(fileURLWithPath: path))
                let end = ContinuousClock.now + .seconds(20)
                while try await hasNoProblem(server.http.get("/name")), .now < end {}
                try good.write(to: URL(fileURLWithPath: path))
                try await server.database.run("UPDATE name SET text = 'round \(round)' WHERE id = 1")
                let shown = try await server.http.get("/name/1")
                #expect(shown.text.contains("round \(round)"), "round \(round): \(shown.text)")
                #expect(try await server.http.post("/name/2:update", ["text": "x"]).status == 200)
            }
        }
    }

    private func hasNoProblem(_ answer: HTTPAnswer) throws -> Bool {
        try answer.status == 200 && answer.json["problem"] == nil
    }

    @Test func aMovedFileIsReportedImmediately() async throws {
        try await withServer(AnyWriterTests.Journal.delete.sql) { server in
            let path = server.database.path
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            for _ in 0..<5 {
                _ = try await server.http.get("/name")
                try #require(rename(path, path + ".away") == 0)
                for _ in 0..<300 {  // for longer than it takes until it is tried again
                    let missed = try await server.http.get("/name")
                    #expect(try missed.json["problem"]?["code"] == "database-missing")
                }
                let refused = try await server.http.post("/name:insert", ["text": "x"])
                #expect(refused.status == 503)
                #expect(try refused.json["code"] == "database-missing")
                try #require(rename(path + ".away", path) == 0)
                try await socket.follow(scene) { $0["problem"] == nil }
            }
        }
    }
}
