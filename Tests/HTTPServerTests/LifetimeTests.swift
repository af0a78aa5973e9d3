import HTTPServer
import Loop
import TestSupport
import Testing

/// When a server, a connection and a socket end.
@Suite(.timeLimit(.minutes(5))) struct LifetimeTests {
    private static let page = "GET /page HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func aStoppedServerAcceptsNoConnection() async throws {
        let server = try await TestServer()
        let peer = try await server.connect()
        try await peer.send(Self.page)
        _ = try await peer.read(through: "\r\n\r\n")
        await server.stop()
        _ = try await peer.readToEnd()
        await #expect(throws: PeerError.self) { _ = try await server.connect() }
    }

    @Test func aReleasedServerAcceptsNoConnection() async throws {
        let server = try await TestServer()
        let peer = try await server.connect()
        try await peer.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
        await server.wait(for: "handling")
        let stream = try await server.connect()
        try await stream.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        await server.wait(for: "streaming")
        await server.drop()
        _ = try? await peer.readToEnd()
        _ = try? await stream.readToEnd()
        await #expect(throws: PeerError.self) { _ = try await server.connect() }
    }

    /// No timer that waits for an idle connection holds on to it.
    @Test @SceneActor func aStoppedServerReleasesEverything() async throws {
        weak var memory: ByteAccount?
        do {
            let server = try TestServer()
            memory = server.memory
            let peer = try server.connect()
            for _ in 0..<3 {
                try await peer.send(Self.page)
                _ = try await peer.read(through: String(repeating: "x", count: 4096))
            }
            await server.stop()
        }
        let end = ContinuousClock.now + .seconds(20)
        while memory != nil, .now < end { await endOfTurn() }
        #expect(memory == nil)
    }

    @Test func aWaitingRequestIsAnsweredWhenTheServerStops() async throws {
        let server = try await TestServer()
        let peer = try await server.connect()
        try await peer.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
        await server.wait(for: "handling")
        await server.stop()
        #expect(try await peer.readToEnd().hasPrefix("HTTP/1.1 503 "))
    }

    @Test func anUnclaimedSocketIsClosed() async throws {
        try await withServer { server in
            let answer = try await server.answer(
                to: "GET /dropped HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: probe\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 101 "))
        }
    }

    @Test func theSenderIsNotifiedWhenTheSocketHasDrained() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send("GET /burst HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: probe\r\n\r\ngo")
            _ = try await peer.read(through: "DRAINED")
        }
    }

    @Test func connectionsOverTheLimitWaitTheirTurn() async throws {
        try await withServer({ $0.connectionLimit = 2 }) { server in
            let held = [try await server.connect(), try await server.connect()]
            for peer in held {
                try await peer.send(Self.page)
                _ = try await peer.read(through: "\r\n\r\n")
            }
            let third = try await server.connect()
            try await third.send(Self.page)
            held[0].hangUp()
            #expect(try await third.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func repeatedLargeResponsesAreComplete() async throws {
        try await withServer { server in
            let fields = "Host: a\r\n"
            let peer = try await server.connect()
            try await peer.send("GET /large HTTP/1.1\r\n\(fields)\r\nHEAD /large HTTP/1.1\r\n\(fields)\r\n")
            try await peer.send("GET /large HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n")
            let length = "\r\nContent-Length: \(TestHandler.numbers.utf8.count)\r\n"
            #expect(try await peer.read(through: "\r\n\r\n").contains(length))
            let second = try await peer.read(through: "\r\n\r\n")
            #expect(second.hasPrefix(TestHandler.numbers + "HTTP/1.1 200 "))
            #expect(second.contains(length))
            #expect(try await peer.readToEnd().hasSuffix("\r\n\r\n" + TestHandler.numbers))
        }
    }

    @Test func notModifiedHasTheLengthOfTheOmittedBody() async throws {
        try await withServer { server in
            let told = try await server.answer(to: "GET /304 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(told.hasPrefix("HTTP/1.1 304 "))
            #expect(told.contains("\r\nContent-Length: 77\r\n"))
            #expect(told.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func aConnectionGoesOnAfterNotModified() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send("GET /304 HTTP/1.1\r\nHost: a\r\n\r\n" + Self.page)
            #expect(try await peer.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 304 "))
            #expect(try await peer.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }
}
