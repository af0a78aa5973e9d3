import JSON
import Serving
import TestSupport
import Testing

/// Convergence (protocol, section 6): each viewer ends with the document of a fresh `GET`, whichever program writes.
@Suite(.timeLimit(.minutes(5)), .onBothEngines) struct ReplicaTests {
    private static var transactions: Int { TestEngine.choose(sqlite: 800, postgres: 200) }

    @Test func everyReplicaEqualsAFreshDocumentAfterThousandsOfChanges() async throws {
        var random = SeededGenerator.announced("everyReplicaEqualsAFreshDocument")
        let seeds = (0..<8).map { _ in random.split() }
        // One viewer does not read until the end; it must not count as disconnected.
        try await withServer(Shop.sql, { $0.heartbeat = .seconds(600) }) { server in
            let viewers = try await Self.viewers(of: server.port, seeds)
            let (first, second) = (try SQLShell(of: server.database), try SQLShell(of: server.database))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await viewers[0].follow() }
                group.addTask { try await viewers[1].follow(pace: 3) { try await $0.move() } }
                group.addTask { try await viewers[2].follow(pace: 40) { try await $0.reconnect() } }
                group.addTask { try await Self.stream("/item?sort=-name", server.http, server.port) }
                group.addTask { try await Self.poll("/item?sort=-name&search=e", server.http) }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    writers.addTask { try await Self.write(first, seeds[5]) }
                    writers.addTask { try await Self.write(second, seeds[6]) }
                    writers.addTask { try await Self.command(server.port, server.http, seeds[7]) }
                    try await writers.waitForAll()
                }
                try await first.run(Shop.endStatement)
                try await group.waitForAll()
            }
            for viewer in viewers { try await viewer.settle(server.http) }
        }
    }

    /// One that only reads, one that moves its windows, one that reconnects, and one that does not read until the end.
    private static func viewers(of port: Int, _ seeds: [SeededGenerator]) async throws -> [SocketViewer] {
        var viewers: [SocketViewer] = []
        for number in 0..<4 {
            let viewer = try await SocketViewer(port: port, random: seeds[number])
            try await viewer.open("/item?sort=-price,name", 37, 25)
            try await viewer.open("/item?kind=3", 10, 30)
            try await viewer.open("/part", 12, 40)
            try await viewer.open(number % 2 == 0 ? "/item" : "/item?search=a&sort=name")
            try await viewer.open(number % 2 == 0 ? "/" : "/cheap")
            try await viewer.open("/item/2")
            viewers.append(viewer)
        }
        return viewers
    }

    private static func write(_ shell: SQLShell, _ seed: SeededGenerator) async throws {
        var random = seed
        try await shell.run("PRAGMA synchronous = OFF")
        for _ in 0..<transactions { try await shell.run(Shop.transaction(&random)) }
    }

    /// Commands by socket and by `POST`. Those for deleted or referenced rows are refused.
    private static func command(_ port: Int, _ http: HTTPClient, _ seed: SeededGenerator) async throws {
        var random = seed
        let socket = try await SocketClient(port: port)
        let scene = try #require(try await socket.open("/item")["scene"]?.intValue)
        for number in 0..<200 {
            let (name, row, arguments) = Shop.command(&random)
            if number.isMultiple(of: 2) {
                let reply = try await socket.run(name, scene: scene, row: row, arguments)
                let isRefused = ["not-found", "invalid"].contains(reply["error"]?["code"]?.stringValue)
                #expect(reply["result"] != nil || isRefused, "\(name): \(reply)")
            } else {
                var body = arguments.objectValue ?? [:]
                body["row"] = row.map(JSON.string)
                let answer = try await http.post("/item:\(name)", .object(body))
                #expect([200, 404, 422].contains(answer.status), "\(name): \(answer.text)")
            }
        }
    }

    private static func stream(_ route: String, _ http: HTTPClient, _ port: Int) async throws {
        let events = try await EventClient(port: port, route)
        while !events.document.showsEnd { _ = try await events.next() }
        let fresh = try await http.get(route)
        #expect(fresh.tag == events.digest)
        #expect(try fresh.json == events.document)
    }

    /// Requests patches from its state until the last change.
    private static func poll(_ route: String, _ http: HTTPClient) async throws {
        let first = try await http.get(route)
        var (document, tag) = (try first.json, first.tag ?? "")
        while !document.showsEnd {
            let headers = ["Accept": "application/json-patch+json", "If-None-Match": "\"\(tag)\""]
            let answer = try await http.get(route, headers)
            guard answer.status == 200 else { continue }
            let isPatch = answer.headers["content-type"] == "application/json-patch+json"
            document = isPatch ? try document.applying(answer.json) : try answer.json
            tag = answer.tag ?? ""
            #expect(Digest(document.contentHash).text == tag)
        }
        #expect(try await http.get(route).json == document)
    }
}
