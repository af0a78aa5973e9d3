import JSON
import TestSupport
import Testing

private let letters = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE letter (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'a');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO letter (id, name) SELECT i * 10, printf('%04d', i * 10) FROM n;
    """

/// Where windows stand, and where they go (protocol, sections 2 and 3).
@Suite struct WindowTests {
    @Test func aRowThatChangedWhileItWasHiddenIsShownAsItIs() async throws {
        try await withServer(letters) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/letter?sort=name")["scene"]?.intValue)
            try await server.database.run("UPDATE letter SET name = '9999' WHERE id = 10")
            try await socket.settle(scene, server.http)
            try await server.database.run("UPDATE letter SET name = '0001', kind = 'b' WHERE id = 10")
            try await socket.settle(scene, server.http)
            #expect(socket.replicas[scene]?.document["cells"]?["10"]?["title"] == "0001")
        }
    }
}
