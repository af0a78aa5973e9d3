import HTTPServer
import Loop
import TestSupport
import Testing

/// The memory and connections of one address, and of all.
@Suite(.timeLimit(.minutes(5))) struct RoomTests {
    private static let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 50000\r\n\r\n"
    private static let body = String(repeating: "x", count: 50_000)

    /// Ended connections are not counted, after any end and any number.
    @Test func anAddressHasItsShareOfTheConnections() async throws {
        try await withServer({
            $0.connectionsPerAddress = 2
            $0.isLoopbackExempt = false
        }) { server in
            for round in 0..<4 {
                var peers: [Peer] = []
                let deadline = ContinuousClock.now + patienceOfTests
                while peers.count < 2, .now < deadline {
                    // The server sees the ends of the former round when its loop has a turn.
                    await server.pass(.milliseconds(1))
                    let peer = try await server.connect()
                    try? await peer.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
                    if (try? await peer.read(through: "xxxx"))?.hasPrefix("HTTP/1.1 200 ") == true {
                        peers.append(peer)
                    }
                }
                #expect(peers.count == 2, "round \(round)")
                let answer = try await server.connect().readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 429 "), "round \(round)")
                #expect(answer.contains("\r\nRetry-After: 5\r\n"))
                #expect(answer.contains("\r\nX-Limit: connectionsPerAddress\r\n"))
                for peer in peers { round % 2 == 0 ? peer.hangUp() : peer.reset() }
            }
        }
    }

    @Test func connectionsOfThisMachineAreNotCounted() async throws {
        try await withServer({ $0.connectionsPerAddress = 1 }) { server in
            let peers = [try await server.connect(), try await server.connect()]
            for peer in peers {
                try await peer.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await peer.read(through: "xxxx")
            }
        }
    }

    @Test func bodiesShareAMemoryLimit() async throws {
        try await withServer(memory: 60_000) { server in
            let hoarder = try await server.connect()
            try await hoarder.send(Self.head + Self.body.dropLast())
            await server.wait(forBodies: Self.body.count - 1)
            let answer = try await server.answer(to: Self.head + Self.body)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            #expect(answer.hasSuffix("no-room"))
            try await hoarder.send("x")
            #expect(try await hoarder.readToEnd().hasSuffix("POST / 50000"))
            #expect(try await server.answer(to: Self.head + Self.body).hasSuffix("POST / 50000"))
            while await server.memory.total > 0 { await server.pass(.milliseconds(1)) }
        }
    }

    @Test func anUnfinishedBodyReleasesItsMemory() async throws {
        try await withServer { server in
            let hoarder = try await server.connect()
            try await hoarder.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n" + String(repeating: "x", count: 40_000))
            await server.wait(forBodies: 40_000)
            #expect(await server.memory.bytes(of: .bodies) == 40_000)
            hoarder.hangUp()
            while await server.memory.total > 0 { await server.pass(.milliseconds(1)) }
        }
    }

    @Test func anIncompleteBodyMakesRoomForTheNext() async throws {
        try await withServer(memory: 60_000) { server in
            for round in 0..<3 {
                let hoarder = try await server.connect()
                try await hoarder.send(Self.head + Self.body.dropLast(round == 0 ? 1 : 1_000))
                hoarder.reset()
                var answer = ""
                for _ in 0..<500 where !answer.hasSuffix("POST / 50000") {
                    answer = (try? await server.answer(to: Self.head + Self.body)) ?? ""
                }
                #expect(answer.hasSuffix("POST / 50000"), "round \(round)")
            }
        }
    }
}
