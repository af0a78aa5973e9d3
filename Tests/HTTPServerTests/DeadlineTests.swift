import HTTPServer
import Testing

/// Clients that send or read, but not fast enough. A byte now and then keeps libmicrohttpd's own time-out away.
@Suite(.timeLimit(.minutes(5))) struct DeadlineTests {
    /// Sends `start`, then `drop` again and again until the server has had enough.
    private func drip(_ start: String, _ drop: String, to server: TestServer) async throws {
        let peer = try await server.connect()
        try await peer.send(start)
        let reading = Task { try? await peer.readToEnd() }
        await #expect(throws: PeerError.self) {
            while true {
                try await peer.send(drop)
                await server.pass(.milliseconds(50))
            }
        }
        // A client that keeps sending after the response may lose it.
        #expect(await reading.value?.hasPrefix("HTTP/1.1 408 ") != false)
    }

    @Test func aRequestThatStopsIsAnsweredWith408() async throws {
        try await withServer(Self.patiently) { server in
            async let head = server.answer(to: "GET / HT")
            async let fields = server.answer(to: "GET / HTTP/1.1\r\nHost: a\r\n")
            async let body = server.answer(to: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab")
            for answer in try await [head, fields, body] {
                #expect(answer.hasPrefix("HTTP/1.1 408 "))
                #expect(answer.hasSuffix("request-timeout"))
            }
        }
    }

    @Test func anIdleConnectionIsClosedSilently() async throws {
        try await withServer(Self.patiently) { server in
            let answer = try await server.answer(to: "GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasSuffix("xxxx"))
        }
    }

    /// Time enough for a request to arrive on a machine that has much to do.
    @Sendable private static func patiently(_ configuration: inout HTTPConfiguration) {
        configuration.idleTimeout = .seconds(5)
        configuration.headTimeout = .seconds(5)
    }

    @Test func aSlowHeadIsCutOff() async throws {
        try await withServer({ $0.headTimeout = .milliseconds(300) }) { server in
            try await drip("GET / HTTP/1.1\r\nHost: a\r\n", "X-A: b\r\n", to: server)
        }
    }

    @Test func aSlowRequestLineIsCutOff() async throws {
        try await withServer({ $0.headTimeout = .milliseconds(300) }) { server in
            try await drip("GET /", "a", to: server)
        }
    }

    @Test func theTimeOfAHeadBeginsWithItsFirstByte() async throws {
        let time = Duration.seconds(12)
        try await withServer({ $0.headTimeout = time }) { server in
            let peer = try await server.connect()
            for part in ["GET /", "a", "b"] {
                try await peer.send(part)
                await server.pass(time / 4)
            }
            let end = ContinuousClock.now
            do {
                try await peer.send(" HTTP/1.1\r\n")
            } catch {
                return  // on a very busy machine, the time was over before
            }
            #expect(try await peer.readToEnd().hasPrefix("HTTP/1.1 408 "))
            #expect(ContinuousClock.now - end < time, "the deadline does not restart at the end of the line")
        }
    }

    @Test func aSlowBodyIsCutOff() async throws {
        try await withServer({ $0.requestTimeout = .milliseconds(300) }) { server in
            try await drip("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n", "x", to: server)
        }
    }

    @Test func aSilentConnectionIsCutOff() async throws {
        try await withServer({ $0.headTimeout = .milliseconds(300) }) { server in
            let answer = try await server.answer(to: "")
            #expect(answer == "")
        }
    }

    @Test func aResponseReadTooSlowlyIsCutOff() async throws {
        try await withServer({
            $0.idleTimeout = .seconds(1)
            $0.slowestReading = 1 << 30
        }) { server in
            let peer = try await server.connect()
            try await peer.send("GET /big HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            for _ in 0..<250 {
                try await peer.receiveSome()
                await server.pass(.milliseconds(10))
            }
            #expect(try await peer.readToEnd().utf8.count < 64 << 20)
        }
    }

    @Test func aPendingRequestIsNotCutOff() async throws {
        try await withServer({
            $0.requestTimeout = .seconds(5)
            $0.headTimeout = .seconds(5)
        }) { server in
            let peer = try await server.connect()
            try await peer.send("GET /never HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            await server.wait(for: "handling")
            await server.pass(.milliseconds(5500))
            await server.handler.answerAll("late")
            #expect(try await peer.readToEnd().hasSuffix("late"))
        }
    }
}
