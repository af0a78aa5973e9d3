import HTTPServer
import Testing

/// Room that was taken and left is there for the next.
@Suite(.timeLimit(.minutes(5))) struct RoomAgainTests {
    /// Whoever has gone is counted no more, however often that was.
    @Test func roomThatWasTakenIsThereAgain() async throws {
        try await withServer({
            $0.connectionsPerAddress = 2
            $0.isLoopbackExempt = false
        }) { server in
            for round in 0..<4 {
                var peers: [Peer] = []
                for _ in 0..<500 where peers.count < 2 {
                    let peer = try await server.connect()
                    try? await peer.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
                    if (try? await peer.read(through: "xxxx"))?.hasPrefix("HTTP/1.1 200 ") == true {
                        peers.append(peer)
                    }
                }
                #expect(peers.count == 2, "round \(round)")
                let answer = try await server.connect().readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 429 "), "round \(round)")
                for peer in peers { round % 2 == 0 ? peer.hangUp() : peer.reset() }
            }
        }
    }

    @Test func aBodyThatNeverCameWholeLeavesItsRoomToTheNext() async throws {
        try await withServer(memory: 60_000) { server in
            let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 50000\r\n\r\n"
            let body = String(repeating: "x", count: 50_000)
            for round in 0..<3 {
                let hoarder = try await server.connect()
                try await hoarder.send(head + body.dropLast(round == 0 ? 1 : 1_000))
                hoarder.reset()
                var answer = ""
                for _ in 0..<500 where !answer.hasSuffix("POST / 50000") {
                    answer = (try? await server.answer(to: head + body)) ?? ""
                }
                #expect(answer.hasSuffix("POST / 50000"), "round \(round)")
            }
        }
    }
}
