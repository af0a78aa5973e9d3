import JSON
import TestSupport
import Testing

/// The rows that refer to a row, on its page. A list may show nothing, because it has no rows or is beyond the window.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ReferenceTests {
    private static let parents = "CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2);"

    private static func child(_ number: Int, _ values: String) -> String {
        "CREATE TABLE c\(number) (a INTEGER REFERENCES p);"
            + (values.isEmpty ? "" : "INSERT INTO c\(number) VALUES \(values);")
    }

    @Test(arguments: ["", "(2)", "(1)"]) func theFirstRowThatRefersIsShown(before values: String) async throws {
        try await withServer(Self.parents + Self.child(1, values) + Self.child(2, "(1)")) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/p/1")["scene"]?.intValue)
            let count = try #require(try await total(server))
            #expect(try await server.http.post("/c1:insert", ["a": 1]).status == 200)
            #expect(try await total(server) == count + 1)
            try await server.database.run("INSERT INTO c1 VALUES (1), (2)")
            #expect(try await total(server) == count + 2)
            try await server.database.run("DELETE FROM c1 WHERE a = 1; INSERT INTO c2 VALUES (1)")
            #expect(try await total(server) == 2)
            try await socket.follow(scene) { $0["window"]?["total"] == 2 }
            try await socket.settle(scene, server.http)
        }
    }

    @Test func aTableBeyondTheWindowIsFollowed() async throws {
        let count: Int64 = 70
        let sql = Self.parents + (1...Int(count)).map { Self.child($0, "(1)") }.joined()
        try await withServer(sql) { server in
            #expect(try await total(server) == count)
            for number in [1, 40, 70] {
                let before = try #require(try await total(server))
                try await server.database.run("INSERT INTO c\(number) VALUES (1)")
                #expect(try await total(server) == before + 1)
            }
        }
    }

    /// A row that joins others has their labels as its title. Another row has the label beside its own title.
    @Test func aLabelIsShownOnce() async throws {
        try await withServer(OddSchemas.usual) { server in
            let cells = try await server.http.get("/PlaylistTrack").json["cells"]?.objectValue
            let joining = cells?.first { _ in true }?.value
            #expect(joining?["title"]?.stringValue?.hasPrefix("All · Track ") == true)
            #expect(joining?["subtitle"] == nil)
            let album = try await server.http.get("/Album?AlbumId=1").json["cells"]?["1"]
            #expect(album?["title"] == "Let There Be Rock" && album?["subtitle"] == "AC/DC")
        }
    }

    /// The number of rows that reference row 1.
    private func total(_ server: TestServer) async throws -> Int64? {
        let document = try await server.http.get("/p/1").json
        return document["window"]?["total"]?.intValue.map { Int64($0) }
    }
}
