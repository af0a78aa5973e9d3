import Foundation
import JSON
import TestSupport
import Testing

/// `oriel serve --read-only`: documents are live, and no client can write.
@Suite(.timeLimit(.minutes(5))) struct ReadOnlyTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the program and gives `body` its client.
    private func serve(_ arguments: [String], _ body: (HTTPClient) async throws -> Void) async throws {
        let program = try Program(["serve"] + arguments + ["--port", "0"])
        try await body(HTTPClient(port: try #require(try await program.port())))
        try await program.stop()
    }

    private func expectRefusal(of call: String, _ body: JSON, _ http: HTTPClient) async throws {
        let answer = try await http.post(call, body)
        #expect(answer.status == 403, "\(call)")
        #expect(try answer.json["code"] == "forbidden")
        #expect(try answer.json["detail"]?.stringValue?.contains("read-only") == true, "\(answer.text)")
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aReadOnlyDatabaseIsFollowedAndNeverWritten(journal: String) async throws {
        let sql = """
            PRAGMA journal_mode = \(journal); CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
            INSERT INTO t VALUES (1, 'one'), (2, 'two');
            """
        let database = try await blocking { try Database(sql) }
        let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
        try await serve([database.path, "--read-only"]) { http in
            for route in ["/", "/t", "/t/1"] {
                let document = try await http.get(route).json
                #expect((document["commands"]?.objectValue?.isEmpty ?? true), "\(route)")
                #expect(document["cells"]?["1"]?["can"] == nil, "\(route)")
            }
            try await expectRefusal(of: "/t:insert", ["name": "three"], http)
            try await expectRefusal(of: "/t/1:update", ["name": "three"], http)
            try await expectRefusal(of: "/t/1:delete", [:], http)
            #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
            try await database.run("UPDATE t SET name = 'another program' WHERE id = 2")
            #expect(try await http.get("/t").json["cells"]?["2"]?["title"] == "another program")
        }
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            (#"[{"id": 1, "name": "nut"}]"#, "/things:insert"), (#"{"a": 1}"#, "/:update"),
        ])
    func aReadOnlyJSONFileIsNeverWritten(text: String, call: String) async throws {
        let (file, config) = (folder.path + "/things.json", folder.path + "/oriel.yaml")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try Data("readOnly: true".utf8).write(to: URL(fileURLWithPath: config))
        try await serve([file, "--config", config]) { http in
            #expect(try await http.get("/").json["commands"]?.objectValue?.isEmpty ?? true)
            try await expectRefusal(of: call, ["a": 2], http)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
            let later = text.replacingOccurrences(of: "nut", with: "bolt").replacingOccurrences(of: "1}", with: "7}")
            try Data(later.utf8).write(to: URL(fileURLWithPath: file))
            let shown = try await http.get(call.hasPrefix("/:") ? "/" : "/things").json
            #expect(shown["outputs"]?["a"] == 7 || shown["cells"]?["1"]?["title"] == "bolt")
        }
    }
}
