import Foundation
import JSON
import TestSupport
import Testing

/// The file is replaced, missing, or no longer a database.
@Suite(.timeLimit(.minutes(5))) struct ReplacedFileTests {
    private typealias Journal = AnyWriterTests.Journal

    private static let other = """
        CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        INSERT INTO name VALUES (1, 'uno'), (7, 'sette');
        """

    @Test func aReplacingFileIsShown() async throws {
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

    @Test func aMissingFileIsReportedAndItsReturnIsShown() async throws {
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

    @Test func aDamagedFileIsReportedAndItsRepairIsShown() async throws {
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

    /// The log of the old file is removed first. Beside the new file, SQLite would use the log.
    @Test func aFileWithALogIsReplacedAgainAndAgain() async throws {
        try await withServer(Journal.wal.sql) { server in
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            for round in 0..<6 {
                let replacement = try Database("PRAGMA journal_mode = WAL;" + Self.other)
                try await replacement.run("UPDATE name SET text = 'round \(round)' WHERE id = 1")
                try Shell.run("rm", ["-f", server.database.path + "-wal", server.database.path + "-shm"])
                try replacement.move(to: server.database.path)
                try await socket.follow(scene) { $0["cells"]?["1"]?["title"] == .string("round \(round)") }
                try await server.database.run("INSERT INTO name VALUES (\(20 + round), 'theirs')")
                let ours = try await server.http.post("/name:insert", ["id": .int(Int64(10 + round)), "text": "ours"])
                #expect(ours.status == 200)
                try await socket.follow(scene) { $0["window"]?["total"] == 4 }
                #expect(try await server.database.run("SELECT count(*) FROM name; PRAGMA integrity_check") == "4\nok\n")
            }
        }
    }

    @Test func aFileRewrittenInPlaceKeepsItsViewers() async throws {
        try await withServer(Journal.delete.sql) { server in
            let path = server.database.path
            let good = try #require(FileManager.default.contents(atPath: path))
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/name")["scene"]?.intValue)
            for fresh in ["/name?sort=text", "/name?sort=-text", "/name?search=o"] {
                let writer = try #require(FileHandle(forUpdatingAtPath: path))
                try writer.truncate(atOffset: 0)
                try await socket.follow(scene) { $0["problem"]?["code"] == "not-a-database" }
                #expect(try await server.http.get(fresh).status == 503)
                #expect(try await server.http.post("/name:insert", ["text": "x"]).status == 503)
                writer.write(good)
                try writer.close()
                try await socket.follow(scene) { $0["problem"] == nil }
                #expect(try await server.http.get("/name").status == 200)
                try await socket.settle(scene, server.http)
            }
        }
    }

    @Test func aFileInARenamedFolderIsMissing() async throws {
        let folder = try TemporaryFolder()
        let home = folder.path + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        try await blocking { try Database(Journal.delete.sql).move(to: home + "/names.sqlite") }
        let program = try Program(["serve", "names.sqlite", "--port", "0"], by: ["env", "--chdir", home])
        let port = try #require(try await program.port())
        let http = HTTPClient(port: port)
        #expect(try await http.get("/name").status == 200)
        try FileManager.default.moveItem(atPath: home, toPath: folder.path + "/away")
        let insert = try await http.post("/name:insert", ["text": "x"])
        #expect(insert.status == 503)
        #expect(try insert.json["code"] == "database-missing")
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: home)
        while try await http.get("/name").json["problem"] != nil {}
        #expect(try await http.post("/name:insert", ["text": "x"]).status == 200)
        try await program.stop()
    }

    @Test func aMissingFileIsNotServed() async throws {
        try await withServer(Journal.wal.sql) { server in
            let events = try await EventClient(port: server.port, "/name")
            _ = try await events.next()
            try FileManager.default.removeItem(atPath: server.database.path)
            while events.document["problem"]?["code"] != "database-missing" { _ = try await events.next() }
            let fresh = try await server.http.get("/name?sort=text")
            #expect(fresh.status == 503)
            #expect(try fresh.json["code"] == "database-missing")
            let known = try await server.http.get("/name")
            #expect(try known.json["problem"]?["code"] == "database-missing")
            let insert = try await server.http.post("/name:insert", ["text": "x"])
            #expect(insert.status == 503)
            #expect(insert.headers["retry-after"] != nil)
        }
    }
}
