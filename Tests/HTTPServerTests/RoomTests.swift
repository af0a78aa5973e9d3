import HTTPServer
import Loop
import Testing

/// What one address, and all together, may take of a server.
@Suite(.timeLimit(.minutes(5))) struct RoomTests {
    @Test func anAddressHasItsShareOfTheConnections() async throws {
        try await withServer({
            $0.connectionsPerAddress = 2
            $0.isLoopbackExempt = false
        }) { server in
            var peers = [try await server.connect(), try await server.connect()]
            for peer in peers {
                try await peer.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await peer.read(through: "xxxx")
            }
            let refused = try await server.connect()
            let answer = try await refused.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 429 "))
            #expect(answer.contains("\r\nRetry-After: 5\r\n"))
            #expect(answer.contains("\r\nX-Limit: connectionsPerAddress\r\n"))
            peers.removeLast().hangUp()
            var status = ""
            for _ in 0..<500 where status != "200" {
                let answer = try? await server.answer(to: "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                status = answer.map { String($0.dropFirst(9).prefix(3)) } ?? ""
            }
            #expect(status == "200")
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

    @Test func bodiesMayTakeOnlySoMuchTogether() async throws {
        try await withServer(memory: 60_000) { server in
            let hoarder = try await server.connect()
            let head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 50000\r\n\r\n"
            let body = String(repeating: "x", count: 50_000)
            try await hoarder.send(head + body.dropLast())
            await server.wait(forBodies: body.count - 1)
            let answer = try await server.answer(to: head + body)
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            #expect(answer.hasSuffix("no-room"))
            try await hoarder.send("x")
            #expect(try await hoarder.readToEnd().hasSuffix("POST / 50000"))
            #expect(try await server.answer(to: head + body).hasSuffix("POST / 50000"))
            while await server.memory.total > 0 { await server.pass(.milliseconds(1)) }
        }
    }

    @Test func aBodyThatDoesNotComeToItsEndIsGivenBack() async throws {
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
}
