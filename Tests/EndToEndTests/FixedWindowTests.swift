import JSON
import TestSupport
import Testing

/// A `GET` has the window that it asks for, whatever was written above it. The window of a viewer follows its rows.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct FixedWindowTests {
    private static let sql = """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO item SELECT i, 'item ' || (1000 + i) FROM n;
        """

    private func ids(_ document: JSON) -> [JSON] { document["sections"]?[0]?["rows"]?.arrayValue ?? [] }

    @Test(arguments: ["/item?sort=name", "/item?id.gt=0"]) func pagesDoNotMove(_ list: String) async throws {
        try await withServer(Self.sql) { server in
            for round in 0..<8 {
                let route = "\(list)&window=200,50"
                let before = try await server.http.get(route).json
                #expect(before["window"]?["start"] == 200)
                try await server.database.run("DELETE FROM item WHERE id IN (\(round * 3 + 1), \(round * 3 + 2))")
                let after = try await server.http.get(route).json
                #expect(after["window"]?["start"] == 200, "round \(round)")
                #expect(ids(after).count == 50 && ids(after).first == ids(before).dropFirst(2).first, "round \(round)")
            }
        }
    }

    @Test func aViewerFollowsItsRowsBesidePages() async throws {
        try await withServer(Self.sql) { server in
            let route = "/item?sort=name&window=200,50"
            let first = ids(try await server.http.get(route).json).first
            let viewer = try await SocketClient(port: server.port)
            let scene = try #require(try await viewer.open(route)["scene"]?.intValue)
            for round in 0..<4 {
                try await server.database.run("DELETE FROM item WHERE id = \(round + 1)")
                let page = try await server.http.get(route).json
                #expect(page["window"]?["start"] == 200, "round \(round)")
                #expect(ids(page).first != first)
                let start = JSON.int(Int64(199 - round))
                try await viewer.follow(scene) { $0["window"]?["start"] == start }
                #expect(ids(viewer.replicas[scene]?.document ?? .null).first == first)
            }
        }
    }
}
