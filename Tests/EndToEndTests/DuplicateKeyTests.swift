import Foundation
import JSON
import TestSupport
import Testing

/// Rows that share a key, as in a damaged or virtual table: the list reports it and shows none of them.
@Suite(.timeLimit(.minutes(2))) struct DuplicateKeyTests {
    @Test func servesAnIndexOverAViewThatRepeatsIDs() async throws {
        let sql = """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'one'), (2, 'two');
            CREATE VIEW twice AS SELECT id, text FROM note UNION ALL SELECT id, text || '!' FROM note;
            CREATE VIRTUAL TABLE found USING fts5 (text, content = 'twice', content_rowid = 'id');
            INSERT INTO found (found) VALUES ('rebuild');
            """
        try await withServer(sql) { server in
            try await expectRefusal("/found", at: server)
            #expect(try await server.http.get("/note").status == 200)
        }
    }

    /// A table whose b-tree contains a row twice, as after a disk error.
    @Test(arguments: ["WITHOUT ROWID", ""])
    func servesADamagedTable(_ kind: String) async throws {
        let database = try await blocking {
            try Database(
                "CREATE TABLE t (k TEXT PRIMARY KEY, n) \(kind); INSERT INTO t VALUES ('aaaa', 1), ('bbbb', 2);")
        }
        try await blocking {
            let file = URL(fileURLWithPath: database.path)
            var bytes = [UInt8](try Data(contentsOf: file))
            for place in bytes.indices.dropLast(3) where bytes[place..<place + 4].elementsEqual("bbbb".utf8) {
                bytes.replaceSubrange(place..<place + 4, with: "aaaa".utf8)
            }
            try Data(bytes).write(to: file)
        }
        try await using({ try await TestServer(database) }, close: { await $0.stop() }) { server in
            try await expectRefusal("/t", at: server)
            try await expectRefusal("/t?sort=-n", at: server)
        }
    }

    private func expectRefusal(_ target: String, at server: TestServer) async throws {
        let answer = try await server.http.get(target)
        #expect(answer.status == 503, "\(target): \(answer.text)")
        #expect(try answer.json["code"] == "duplicate-key")
        let socket = try await SocketClient(port: server.port)
        let opened = try await socket.open(target)
        #expect(
            opened["code"] == "duplicate-key" || opened["document"]?["problem"]?["code"] == "duplicate-key", "\(opened)"
        )
    }
}
