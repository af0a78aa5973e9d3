import JSON
import TestSupport
import Testing

/// Scenes during schema changes.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct SchemaChangeTests {
    @Test func anAddedColumnAppearsInTheListAndInTheRow() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let list = try #require(try await socket.open("/name")["scene"]?.intValue)
            let row = try #require(try await socket.open("/name/1")["scene"]?.intValue)
            try await server.database.run("ALTER TABLE name ADD COLUMN born INTEGER DEFAULT 1970")
            try await socket.follow(list) { $0["columns"] == ["id", "text", "born"] }
            try await socket.follow(row) { $0["outputs"]?["born"] == 1970 }
            for scene in [list, row] { try await socket.settle(scene, server.http) }
            let reply = try await socket.run("update", scene: row, ["born": 2000])
            #expect(reply["result"] != nil)
            #expect(socket.replicas[row]?.document["outputs"]?["born"] == 2000)
        }
    }

    @Test func aDroppedTableDisappearsAndANewOneAppears() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let root = try #require(try await socket.open("/")["scene"]?.intValue)
            let list = try await socket.open("/name")["scene"]
            let row = try await socket.open("/name/1")["scene"]
            let events = try await EventClient(port: server.port, "/name")
            _ = try await events.next()
            try await server.database.run("CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT); DROP TABLE name")
            let gone = try await socket.next { $0["type"] == "gone" }
            let second = try await socket.next { $0["type"] == "gone" }
            #expect(Set([gone["scene"], second["scene"]]) == [list, row])
            while try await events.next().name != "gone" {}
            try await socket.follow(root) { $0["cells"]?.objectValue?.names == ["other"] }
            #expect(try await server.http.get("/name").status == 404)
            #expect(try await server.http.get("/other").status == 200)
            try await socket.settle(root, server.http)
        }
    }

    @Test func aRowMissingFromARecreatedTableIsNotFound() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let row = try await socket.open("/name/1")["scene"]
            let events = try await EventClient(port: server.port, "/name/1")
            _ = try await events.next()
            try await server.database.run(
                "BEGIN; DROP TABLE name; CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT); COMMIT")
            let gone = try await socket.next { $0["type"] == "gone" }
            #expect(gone["scene"] == row)
            #expect(gone["code"] == "not-found")
            while true {
                let event = try await events.next()
                guard event.name == "gone" else { continue }
                #expect(event.data == ["code": "not-found"])
                break
            }
        }
    }

    @Test func aSceneIsServedWhileTheSchemaChanges() async throws {
        try await withServer(Shop.sql) { server in
            let writer = try SQLShell(of: server.database)
            for number in 0..<40 {
                try await writer.run(number % 2 == 0 ? "CREATE TABLE extra (a TEXT)" : "DROP TABLE extra")
                for route in ["/item/1", "/item", "/cheap"] {
                    #expect(try await server.http.get(route).status == 200, "\(route), round \(number)")
                }
            }
        }
    }

    @Test func findsATableCreatedWithoutViewers() async throws {
        try await withServer(AnyWriterTests.Journal.wal.sql) { server in
            try await server.database.run("CREATE TABLE other (id INTEGER PRIMARY KEY, text TEXT)")
            let deadline = ContinuousClock.now + .seconds(10)
            var status = 404
            while status == 404, ContinuousClock.now < deadline { status = try await server.http.get("/other").status }
            #expect(status == 200)
        }
    }

    @Test func aRecreatedTableCanBeOpened() async throws {
        try await withServer(AnyWriterTests.Journal.delete.sql) { server in
            let socket = try await SocketClient(port: server.port)
            _ = try await socket.open("/name")
            try await server.database.run("DROP TABLE name")
            _ = try await socket.next { $0["type"] == "gone" }
            let root = try #require(try await socket.open("/")["scene"]?.intValue)
            try await server.database.run(AnyWriterTests.Journal.names)
            try await socket.follow(root) { $0["cells"]?["name"] != nil }
            let snapshot = try await socket.open("/name")
            #expect(snapshot["document"]?["window"]?["total"] == 3)
        }
    }
}
