import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

/// Several processes with one port and one database.
@Suite(.timeLimit(.minutes(5))) struct HandOverTests {
    private static let sql = "CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT);"

    @Test func notOneRequestFailsWhileThePortIsHandedOver() async throws {
        let file = try await ServedFile(Self.sql, settings: "reusePort: true")
        var (program, port) = try await file.serve()
        let isOver = Flag()
        async let reads = Self.load("/entry", port: port, until: isOver)
        async let writes = Self.load("/entry:insert", ["-d", #"{"text":"x"}"#], port: port, until: isOver)
        for _ in 0..<3 {
            let next = try await file.serve(port: port).program
            try program.signal(SIGTERM)
            #expect(try await program.end().status == 0)
            program = next
        }
        isOver.raise()
        let (read, written) = (try await reads, try await writes)
        #expect(Set(read) == ["200"])
        #expect(Set(written) == ["200"])
        #expect(try await file.database.run("SELECT count(*) FROM entry") == "\(written.count)\n")
        try await program.stop()
    }

    @Test func aCommandInOneProcessShowsInAll() async throws {
        let file = try await ServedFile(Self.sql, settings: "reusePort: true")
        let (first, port) = try await file.serve()
        let second = try await file.serve(port: port).program
        var watching: [(socket: SocketClient, scene: Int64)] = []
        for _ in 0..<24 {
            let socket = try await SocketClient(port: port)
            watching.append((socket, try #require(try await socket.open("/entry")["scene"]?.intValue)))
        }
        for text in ["a", "b"] {
            #expect(try await HTTPClient(port: port).post("/entry:insert", ["text": .string(text)]).status == 200)
        }
        for (socket, scene) in watching {
            try await socket.follow(scene) { $0["window"]?["total"] == 2 }
        }
        try first.signal(SIGTERM)
        #expect(try await first.end().status == 0)
        var staying: [(socket: SocketClient, scene: Int64)] = []
        for (socket, scene) in watching {
            try? await socket.send(["type": "ping"])
            if try await socket.next()["type"] == "pong" { staying.append((socket, scene)) }
        }
        #expect((1..<24).contains(staying.count))
        #expect(try await HTTPClient(port: port).post("/entry:insert", ["text": "c"]).status == 200)
        for (socket, scene) in staying { try await socket.follow(scene) { $0["window"]?["total"] == 3 } }
        try await second.stop()
    }

    @Test func aPortIsSharedOnlyIfBothServersAllowIt() async throws {
        let file = try await ServedFile(Self.sql, settings: "reusePort: true")
        let (program, port) = try await file.serve()
        let ending = try await Program.run("serve", file.database.path, "--port", "\(port)")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("is in use by another program"))
        try await program.stop()
    }

    /// Sixteen curl clients send requests, each on a new connection.
    ///
    /// - Returns: The statuses. Throws if curl gets no response.
    static func load(
        _ target: String, _ options: [String] = [], port: Int, until isOver: Flag
    ) async throws -> [Substring] {
        var statuses: [Substring] = []
        while !isOver.isRaised {
            statuses += try await blocking {
                try Shell.run(
                    "curl",
                    options + [
                        "--silent", "--show-error", "--parallel", "--parallel-max", "8", "--header",
                        "Connection: close",
                        "--output", "/dev/null", "--write-out", "%{http_code}\\n",
                        "http://127.0.0.1:\(port)\(target)#[1-200]",
                    ]
                ).split(separator: "\n")
            }
        }
        return statuses
    }
}

/// The state that several tasks share.
final class Flag: Sendable {
    private let state = Atomic<Bool>(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() { state.store(true, ordering: .relaxed) }
}
