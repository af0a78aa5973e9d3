import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct BlobSectionTests {
    @Test(arguments: [
        ("section=Bytes", ["~x:1", "~x00:2,7", "~x0001:3", "~x01:4", "~x0100:5", "~xFF:6"]),
        ("section=-Bytes", ["~xFF:6", "~x0100:5", "~x01:4", "~x0001:3", "~x00:2,7", "~x:1"]),
        ("sort=-Bytes", ["t:6,5,4,3,2,7,1"]),
        ("section=Kind&sort=-Bytes", ["a:5,4,3", "b:6,2,7,1"]),
    ])
    func blobsAreOrderedByTheirBytes(query: String, sections: [String]) async throws {
        try await withServer(Self.sql) { server in
            let list = try await server.http.get("/t?\(query)").json
            #expect(Self.sections(of: list) == sections, "\(query)")
            try await server.database.run("UPDATE t SET Bytes = x'00' WHERE Id = 4")
            try await server.database.run("UPDATE t SET Bytes = x'01' WHERE Id = 4")
            #expect(try await Self.sections(of: server.http.get("/t?\(query)").json) == sections, "\(query)")
        }
    }

    @Test func longBlobsThatDifferAtTheirEndsAreTwoSections() async throws {
        let long = String(repeating: "41", count: 300)
        try await withServer("\(Self.sql) DELETE FROM t WHERE Id > 2; UPDATE t SET Bytes = x'\(long)' WHERE Id = 1;") {
            server in
            try await server.database.run("UPDATE t SET Bytes = x'\(long)42' WHERE Id = 2")
            let list = try await server.http.get("/t?section=Bytes").json
            #expect(Self.sections(of: list) == ["~x\(long):1", "~x\(long)42:2"])
        }
    }

    private static func sections(of list: JSON) -> [String] {
        (list["sections"]?.arrayValue ?? []).map { section in
            let rows = (section["rows"]?.arrayValue ?? []).compactMap(\.stringValue)
            return (section["id"]?.stringValue ?? "") + ":" + rows.joined(separator: ",")
        }
    }

    private static let sql = """
        CREATE TABLE t (Id INTEGER PRIMARY KEY, Bytes BLOB NOT NULL, Kind TEXT);
        INSERT INTO t VALUES (1, x'', 'b'), (2, x'00', 'b'), (3, x'0001', 'a'), (4, x'01', 'a'), (5, x'0100', 'a'),
            (6, x'FF', 'b'), (7, x'00', 'b');
        """
}
