import Testing

/// Sockets whose handler leaves bytes unread.
@Suite(.timeLimit(.minutes(5))) struct HeldSocketTests {
    private static let upgrade = "GET /sip HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: probe\r\n\r\n"

    @Test func unreadBytesAreDeliveredAgainInOrder() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.upgrade + "ab.cd.")
            await server.wait(for: "stopped")
            _ = try await peer.read(through: "ab.")
            try await peer.send("efg.")
            await server.handler.sip()
            #expect(try await peer.read(through: ".") == "cd.")
            await server.handler.sip()
            #expect(try await peer.read(through: ".") == "efg.")
        }
    }

    @Test(arguments: [".", ".left"]) func aHeldSocketWhosePeerResetsIsClosed(sent: String) async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.upgrade + sent)
            await server.wait(for: "stopped")
            peer.reset()
            await server.wait(for: "ended")
        }
    }

    @Test func aHeldSocketWhosePeerHasShutItsSideIsStillServed() async throws {
        try await withServer { server in
            let peer = try await server.connect()
            try await peer.send(Self.upgrade + "a.bc.")
            peer.shutSending()
            await server.wait(for: "stopped")
            await server.handler.sip()
            #expect(try await peer.read(through: "bc.").hasSuffix("a.bc."))
            await server.handler.sip()
            await server.wait(for: "ended")
        }
    }
}
