import JSON
import Serving
import TestSupport
import Testing

private let letters = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE letter (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'a');
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO letter (id, name) SELECT i * 10, printf('%04d', i * 10) FROM n;
    """

/// The positions and moves of windows (protocol, sections 2 and 3).
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct WindowTests {
    /// A socket that watches the letters through ten rows, and the scene's number.
    private func watch(_ server: TestServer, _ window: JSON, _ route: String = "/letter") async throws
        -> (socket: SocketClient, scene: Int64)
    {
        let socket = try await SocketClient(port: server.port)
        let scene = try #require(try await socket.open(route, window: window)["scene"]?.intValue)
        return (socket, scene)
    }

    @Test func aRowChangedWhileHiddenIsShownCurrent() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 50], "/letter?sort=name")
            try await server.database.run("UPDATE letter SET name = '9999' WHERE id = 10")
            try await socket.settle(scene, server.http)
            try await server.database.run("UPDATE letter SET name = '0001', kind = 'b' WHERE id = 10")
            try await socket.settle(scene, server.http)
            #expect(socket.replicas[scene]?.document["cells"]?["10"]?["title"] == "0001")
        }
    }

    /// Each foreign commit without known rows compares a long order again.
    @Test(arguments: [
        "UPDATE letter SET kind = kind || 'b' WHERE id % 100000 = 10", "INSERT INTO letter (name) VALUES ('0000')",
    ])
    func aWindowMovesThroughALongListUnderConstantWrites(change: String) async throws {
        let many = letters.replacing("i < 100)", with: "i < 60000)")
        try await withServer(many, { $0.patience = .seconds(60) }) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 10], "/letter?sort=name")
            let writer = try SQLShell(of: server.database)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    while !Task.isCancelled {
                        try await writer.run(change)
                    }
                }
                for start in [30_000, 59_000, 100, 45_000] {
                    try await socket.send(["type": "window", "scene": .int(scene), "start": .int(Int64(start))])
                    try await socket.follow(scene) { document in
                        document["window"]?["start"]?.intValue.map { (start..<start + 10_000).contains(Int($0)) }
                            ?? false
                    }
                }
                group.cancelAll()
            }
            try await socket.settle(scene, server.http)
        }
    }

    @Test func aWindowAtTheTopSticksToTheTop() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 10])
            try await server.database.run("INSERT INTO letter (id, name) VALUES (1, 'first'), (2, 'second')")
            try await socket.settle(scene, server.http)
            #expect(socket.rows(scene) == [1, 2, 10, 20, 30, 40, 50, 60, 70, 80])
        }
    }

    @Test func anyOtherWindowStaysAtItsFirstRow() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 20, "count": 3])
            #expect(socket.rows(scene) == [210, 220, 230])
            try await server.database.run("INSERT INTO letter (id, name) VALUES (1, 'first'), (2, 'second')")
            let patch = try await socket.next()
            let paths = patch["patch"]?.arrayValue?.compactMap { $0["path"]?.stringValue }.sorted()
            #expect(paths == ["/sections/0/count", "/sections/0/start", "/window/start", "/window/total"])
            #expect(socket.start(scene) == 22)
            try await server.database.run("DELETE FROM letter WHERE id < 100 OR id = 210")
            try await socket.settle(scene, server.http)
            #expect(socket.rows(scene) == [220, 230, 240])
            #expect(socket.start(scene) == 11)
        }
    }

    @Test func aWindowBeyondTheEndShowsTheLastRows() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 5000, "count": 10])
            #expect(socket.start(scene) == 90)
            #expect(socket.rows(scene)?.first == 910)
            let answer = try await server.http.get("/letter?window=5000,10")
            #expect(answer.tag == socket.replicas[scene]?.digest)
            let large = try await server.http.get("/letter?window=0,9999").json
            #expect(large["window"]?["count"] == 500)
            #expect(large["cells"]?.objectValue?.count == 100)
        }
    }

    @Test func aWholeNumberIsNeverTooLargeForAWindow() async throws {
        try await withServer(letters) { server in
            let last = try await server.http.get("/letter?window=90,10").json
            let all = try await server.http.get("/letter?window=0,500").json
            for number in ["2199023255553", "1000000000000000", "9223372036854775807", "99999999999999999999"] {
                #expect(try await server.http.get("/letter?window=\(number),10").json == last, "\(number)")
                #expect(try await server.http.get("/letter?window=0,\(number)").json == all, "\(number)")
                #expect(try await server.http.get("/letter?window=@10,\(number)").json == all, "\(number)")
            }
            #expect(try await server.http.get("/letter?window=0,-99999999999999999999").status == 400)
            let (socket, scene) = try await watch(server, ["start": 0, "count": 10])
            for number in [1_000_000_000_000_000, .int(.max), 1e300] as [JSON] {
                let moved = try await socket.open("/letter", window: ["start": number, "count": 10])
                #expect(moved["document"] == last, "\(number)")
                #expect(try await socket.open("/letter", window: ["count": number])["document"] == all, "\(number)")
                for (member, document) in [("start", last), ("count", all)] {
                    let other: JSONObject = member == "start" ? ["count": 10] : ["start": 0]
                    var message: JSONObject = ["type": "window", "scene": .int(scene), .init(member): number]
                    for (name, value) in other.map({ ($0.name, $0.value) }) { message[name] = value }
                    try await socket.send(.object(message))
                    try await socket.follow(scene) { $0 == document }
                }
            }
        }
    }

    @Test func aListThatShrinksShowsTheRemainingRows() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 90, "count": 10], "/letter?kind=a")
            try await server.database.run("UPDATE letter SET kind = 'b' WHERE id > 50")
            try await socket.settle(scene, server.http)
            #expect(socket.start(scene) == 0)
            #expect(socket.rows(scene) == [10, 20, 30, 40, 50])
            try await server.database.run("UPDATE letter SET kind = 'b'")
            try await socket.settle(scene, server.http)
            #expect(socket.rows(scene) == [])
            #expect(socket.replicas[scene]?.document["cells"] == [:])
            try await server.database.run("UPDATE letter SET kind = 'a' WHERE id >= 500")
            try await socket.settle(scene, server.http)
            #expect(socket.rows(scene)?.first == 500)
        }
    }

    @Test func aWindowMovesToAPlaceOrToARow() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 5])
            for (move, first, start) in [
                (["start": 50] as JSONObject, 510, 50), (["anchor": "700"], 700, 69), (["start": 70], 710, 70),
                (["anchor": "nobody"], 10, 0), (["start": 9_999_999], 960, 95), (["start": 3, "count": 7], 40, 3),
            ] {
                var message = move
                message["type"] = "window"
                message["scene"] = .int(scene)
                try await socket.send(.object(message))
                _ = try await socket.next { $0["type"] == "patch" }
                #expect(socket.rows(scene)?.first == Int64(first), "\(move)")
                #expect(socket.start(scene) == Int64(start), "\(move)")
                try await socket.settle(scene, server.http)
            }
            #expect(socket.rows(scene)?.count == 7)
        }
    }

    @Test func theLastOfManyMovesCounts() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 5])
            for start in (1...60).reversed() {
                try await socket.send(["type": "window", "scene": .int(scene), "start": .int(Int64(start))])
            }
            try await socket.send(["type": "window", "scene": .int(scene), "start": 77, "count": 2])
            try await socket.follow(scene) { $0["window"]?["start"] == 77 }
            #expect(socket.rows(scene) == [780, 790])
            try await socket.settle(scene, server.http)
        }
    }

    @Test func openingARouteAgainMovesItsWindow() async throws {
        try await withServer(letters) { server in
            let (socket, scene) = try await watch(server, ["start": 0, "count": 5])
            let again = try await socket.open("/letter", window: ["anchor": "500", "count": 3])
            #expect(again["scene"] == .int(scene))
            #expect(socket.rows(scene) == [500, 510, 520])
            try await server.database.run("UPDATE letter SET name = 'x' WHERE id IN (10, 500)")
            try await socket.settle(scene, server.http)
            #expect(socket.replicas[scene]?.patches == 1)
            let route = try await socket.open("/letter?window=@900,2")
            #expect(route["document"]?["sections"]?[0]?["rows"] == ["900", "910"])
        }
    }
}

extension SocketClient {
    /// The numeric ids of the rows in the window.
    fileprivate func rows(_ scene: Int64) -> [Int64]? {
        let sections = replicas[scene]?.document["sections"]?.arrayValue
        return sections?.flatMap { $0["rows"]?.arrayValue ?? [] }.compactMap { Int64($0.stringValue ?? "") }
    }

    fileprivate func start(_ scene: Int64) -> Int64? { replicas[scene]?.document["window"]?["start"]?.intValue }
}
