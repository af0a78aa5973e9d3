import HTTPServer
import Testing

/// Clients that disconnect while libmicrohttpd is busy.
@Suite(.timeLimit(.minutes(5))) struct HangUpTests {
    private static func get(_ target: String, version: String = "1.1") -> String {
        "GET \(target) HTTP/\(version)\r\nHost: a\r\nConnection: close\r\n\r\n"
    }

    @Test func aDisconnectCancelsAPendingRequest() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get("/never"))
            await server.wait(for: "handling")
            peer.hangUp()
            await server.wait(for: "cancelled")
        }
    }

    @Test func aResetCancelsAPendingRequest() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get("/never", version: "1.0"))
            await server.wait(for: "handling")
            peer.reset()
            await server.wait(for: "cancelled")
        }
    }

    @Test func aDisconnectClosesAnIdleStream() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get("/stream"))
            await server.wait(for: "streaming")
            _ = try await peer.read(through: "\r\n\r\n")
            peer.hangUp()
            await server.wait(for: "closed")
        }
    }

    @Test func aStreamThatIsClosedMakesRoomForAnother() async throws {
        try await withServer({ $0.streamLimit = 1 }) { server in
            let first = try await server.connect()
            try await first.send(Self.get("/stream"))
            await server.wait(for: "streaming")
            #expect(try await server.answer(to: Self.get("/stream")).hasPrefix("HTTP/1.1 503 "))
            first.hangUp()
            await server.wait(for: "closed")
            let second = try await server.connect()
            try await second.send(Self.get("/stream"))
            #expect(try await second.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(arguments: ["1.0", "1.1"]) func aHalfClosedClientGetsALateAnswer(version: String) async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get("/late", version: version))
            peer.shutSending()
            let answer = try await peer.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("late"))
        }
    }

    @Test func aHalfClosedClientIsNotWaitedForAfterItsAnswer() async throws {
        try await withServer({ $0.idleTimeout = .seconds(60) }) { server in
            let peer = try await server.connect()
            try await peer.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            peer.shutSending()
            #expect(try await peer.readToEnd().hasSuffix("xxxx"), "the peer would give up before the server does")
        }
    }

    @Test func aRequestThatEndsInTheMiddleIsNotWaitedFor() async throws {
        try await withServer({ $0.idleTimeout = .seconds(60) }) { server in
            let peer = try await server.connect()
            try await peer.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTrailer")
            peer.shutSending()
            let answer = try await peer.readToEnd()
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        }
    }

    @Test func aWaitingHalfClosedClientIsProbedAndNotCancelled() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get("/never"))
            peer.shutSending()
            #expect(try await peer.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            await server.handler.answerAll("at last")
            #expect(try await peer.readToEnd().hasSuffix("at last"))
        }
    }

    @Test(arguments: ["/stream", "/late/stream"]) func streamedBytesArrive(target: String) async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.get(target))
            await server.wait(for: "streaming")
            for text in ["one", "two", "three"] {
                await server.handler.write(text)
                _ = try await peer.read(through: text)
            }
        }
    }

    @Test func headOfAStreamHasNoBody() async throws {
        try await withServer { server in
            let answer = try await server.answer(to: "HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("\r\n\r\n"))
            await server.wait(for: "closed")
        }
    }
}
