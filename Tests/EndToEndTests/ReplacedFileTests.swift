import Foundation
import JSON
import TestSupport
import Testing

/// What happens when the file itself is another one, is gone, or is no database any more.
@Suite struct ReplacedFileTests {
    private typealias Journal = AnyWriterTests.Journal

    private static let other = """
        CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO name VALUES (1, 'uno'), (7, 'sette');
        """

    @Test func aFileInItsPlaceIsShown() async throws {
        try await withServer(Journal.delete.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            for round in 0..<3 {
                let replacement = try Database(Self.other + "UPDATE name SET text = 'round \(round)' WHERE id = 1")
                try replacement.move(to: server.database.path)
                try await socket.follow(scene) { $0["cells"]?["1"]?["title"] == .string("round \(round)") }
                try await server.database.run("INSERT INTO name VALUES (\(10 + round), 'more')")
                try await socket.follow(scene) { $0["window"]?["total"] == 3 }
                try await socket.settle(scene, server.http)
            }
            #expect(try await socket.run("delete", scene: scene, row: "7")["result"] != nil)
            #expect(socket.replicas[scene]?.document["window"]?["total"] == 2)
        }
    }

    @Test func aFileThatIsGoneIsToldAndItsReturnIsShown() async throws {
        try await withServer(Journal.delete.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            let events = try await EventClient(port: server.port, "/name/1")
            _ = try await events.next()
            try FileManager.default.removeItem(atPath: server.database.path)
            try await socket.follow(scene) { $0["problem"]?["code"] == "database-missing" }
            #expect(socket.replicas[scene]?.document["window"]?["total"] == 3)
            while events.document["problem"]?["code"] != "database-missing" { _ = try await events.next() }
            let answer = try await server.http.post("/name:insert", ["text": "x"])
            #expect(answer.status >= 500)
            try Database(Self.other).move(to: server.database.path)
            try await socket.follow(scene) { $0["problem"] == nil && $0["window"]?["total"] == 2 }
            while events.document["outputs"]?["text"] != "uno" { _ = try await events.next() }
            #expect(events.document["problem"] == nil)
            try await socket.settle(scene, server.http)
        }
    }

    @Test func garbageInTheFileIsToldAndItsRepairIsShown() async throws {
        try await withServer(Journal.delete.sql) { server in
            let path = server.database.path
            let good = try #require(FileManager.default.contents(atPath: path))
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            let writer = try #require(FileHandle(forUpdatingAtPath: path))
            writer.write(Data(repeating: 0x5A, count: good.count))
            try await socket.follow(scene) { $0["problem"] != nil }
            let code = socket.replicas[scene]?.document["problem"]?["code"]?.stringValue ?? ""
            #expect(["not-a-database", "database-corrupt"].contains(code))
            #expect(socket.replicas[scene]?.document["cells"]?["3"]?["title"] == "three")
            #expect(try await server.http.get("/-/health").status == 200)
            try writer.seek(toOffset: 0)
            writer.write(good)
            try await socket.follow(scene) { $0["problem"] == nil }
            try await server.database.run("UPDATE name SET text = 'again' WHERE id = 3")
            try await socket.follow(scene) { $0["cells"]?["3"]?["title"] == "again" }
            try await socket.settle(scene, server.http)
        }
    }
}
