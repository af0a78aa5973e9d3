import JSON
import TestSupport
import Testing

/// A socket with several scenes that keeps replicas while others write, and checks them at the end.
final class SocketViewer: @unchecked Sendable {  // one task uses it
    private var client: SocketClient
    private let port: Int
    private var random: SeededGenerator
    private var scenes: [Int64] = []  // the first is the one that shows the end

    init(port: Int, random: SeededGenerator) async throws {
        self.port = port
        self.random = random
        client = try await Self.connect(port, &self.random)
        try await open("/item/1")
    }

    /// Half of the sockets are compressed.
    private static func connect(_ port: Int, _ random: inout SeededGenerator) async throws -> SocketClient {
        try await SocketClient(port: port, offering: Bool.random(using: &random) ? "permessage-deflate" : nil)
    }

    @discardableResult
    func open(_ route: String, _ start: Int? = nil, _ count: Int = 50) async throws -> Int64 {
        let window: JSON? = start.map { ["start": .int(Int64($0)), "count": .int(Int64(count))] }
        let scene = try #require(try await client.open(route, window: window)["scene"]?.intValue)
        scenes.append(scene)
        return scene
    }

    private var isAtEnd: Bool { client.replicas[scenes[0]]?.document["outputs"]?["name"] == .string(Shop.end) }

    /// Reads until the last change; after each `pace` messages does something.
    func follow(pace: Int = .max, _ act: (SocketViewer) async throws -> Void = { _ in }) async throws {
        var count = 0
        while !isAtEnd {
            _ = try await client.next()
            count += 1
            if count % pace == 0 { try await act(self) }
        }
    }

    /// Moves the window of a scene to a place and a size by chance.
    func move() async throws {
        var message: JSONObject = ["type": "window", "scene": .int(scenes.randomElement(using: &random) ?? 0)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: message["anchor"] = .string(String(Shop.item(&random)))
        case 1: message["start"] = 0
        case 2: message["start"] = 100_000
        default: message["start"] = .int(Int64.random(in: 0..<300, using: &random))
        }
        if Bool.random(using: &random) { message["count"] = .int(Int64.random(in: 1...60, using: &random)) }
        try await client.send(.object(message))
    }

    /// Reconnects on another socket with its state.
    func reconnect() async throws {
        let held = scenes.compactMap { client.replicas[$0] }
        client = try await Self.connect(port, &random)
        scenes = []
        for replica in held {
            let document = replica.document
            let answer = try await client.open(
                document["route"]?.stringValue ?? "", window: document["window"], since: replica)
            scenes.append(try #require(answer["scene"]?.intValue))
        }
    }

    /// Reads on until each replica equals a fresh `GET`, digest and document.
    func settle(_ http: HTTPClient) async throws {
        for scene in scenes { try await client.settle(scene, http) }
    }
}

extension SocketClient {
    /// Reads on until the replica of a scene equals a fresh `GET`, digest and document.
    func settle(_ scene: Int64, _ http: HTTPClient) async throws {
        while true {
            let replica = try #require(replicas[scene], "the scene has gone")
            let target = try #require(replica.document.target)
            let fresh = try await http.get(target)
            if fresh.tag == replica.digest { return #expect(try fresh.json == replica.document, "\(target)") }
            do {
                _ = try await next()
            } catch {
                throw ClientError("\(target) stays at \(replica.digest), not \(fresh.tag ?? ""): \(error)")
            }
        }
    }
}

extension JSON {
    /// The URL of a document through the same window.
    var target: String? {
        guard let route = self["route"]?.stringValue else { return nil }
        guard let start = self["window"]?["start"]?.intValue, let count = self["window"]?["count"]?.intValue else {
            return route
        }
        return route + (route.contains("?") ? "&" : "?") + "window=\(start),\(count)"
    }

    /// Whether a document shows the last change of all.
    var showsEnd: Bool { self["cells"]?["1"]?["title"] == .string(Shop.end) }
}
