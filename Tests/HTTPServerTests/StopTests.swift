import HTTPServer
import Testing

/// A server that stops while its clients go on.
@Suite(.timeLimit(.minutes(5))) struct StopTests {
    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test func aRequestDuringDrainIsTheLastOfItsConnection() async throws {
        let server = try await TestServer { $0.drainTimeout = .seconds(30) }
        let waiting = try await server.connect()
        try await waiting.send(Self.get("/never"))
        await server.wait(for: "handling")
        let peers = [try await server.connect(), try await server.connect()]
        try await peers[0].send(Self.get("/"))
        _ = try await peers[0].read(through: "\r\n\r\n")
        await server.drain()
        await #expect(throws: PeerError.self) { _ = try await server.connect() }
        async let end: Void = server.stop()
        for (peer, path) in zip(peers, ["/", "/large"]) {
            try await peer.send(Self.get(path))
            let answer = try await peer.readToEnd()
            #expect(answer.contains("HTTP/1.1 200 "))
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
        await server.handler.answerAll("whole")
        #expect(try await waiting.readToEnd().hasSuffix("whole"))
        await end
    }

    @Test func aLateBodyIsAnswered() async throws {
        let server = try await TestServer()
        let peer = try await server.connect()
        try await peer.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        await server.wait(forBodies: 3)
        await server.stop()
        let answer = try await peer.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("\r\n\r\nstopping"), "\(answer)")
    }

    /// In a process of its own: libmicrohttpd ends the process when a request waits while it stops.
    @Test func aServerStopsUnderLoad() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<20 {
                let server = try await TestServer()
                try await withThrowingTaskGroup { group in
                    for _ in 0..<8 {
                        let peer = try await server.connect()
                        group.addTask { await Self.ask(peer) }
                    }
                    await server.wait(for: "handling")
                    await server.stop()
                }
            }
        }
    }

    /// Asks again and again until the connection ends.
    private static func ask(_ peer: Peer) async {
        while (try? await peer.send(get("/soon"))) != nil, (try? await peer.read(through: "\r\n\r\n")) != nil {}
    }
}
