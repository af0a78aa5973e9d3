import Testing

@testable import WebSockets

/// The life of a connection (RFC 6455, sections 5.5 and 7).
@Suite(.timeLimit(.minutes(5))) struct WebSocketConnectionTests {
    @Test func isSmallAtRest() {
        #expect(MemoryLayout<WebSocketConnection>.size <= 72)
    }

    @Test func deliversMessages() {
        var connection = WebSocketConnection(role: .server)
        #expect(connection.feed(client(.text, "a") + client(.binary, [1])) == [.text("a"), .binary([1])])
        #expect(connection.phase == .open)
    }

    @Test func answersEveryPingWithItsBytes() {
        var connection = WebSocketConnection(role: .server)
        let done = connection.feed(client(.ping, "one") + client(.ping) + client(.ping, "two"))
        let pongs = ["one", "", "two"].map { FrameWriter.frame(.pong, Array($0.utf8)) }
        #expect(done == pongs.map { .send($0) })
    }

    @Test func answersAPingInsideAFragmentedMessage() {
        var connection = WebSocketConnection(role: .server)
        let wire = client(.text, "a", isFinal: false) + client(.ping, [7]) + client(.continuation, "b")
        #expect(connection.feed(wire) == [.send(FrameWriter.frame(.pong, [7])), .text("ab")])
    }

    @Test func reportsPongs() {
        var connection = WebSocketConnection(role: .server)
        #expect(connection.feed(client(.pong, [1, 2])) == [.pong([1, 2])])
    }

    @Test func aClientMasksItsFrames() {
        var connection = WebSocketConnection(role: .client)
        guard case .send(let pong) = connection.feed(FrameWriter.frame(.ping, [1, 2])).first else {
            Issue.record("no answer to the ping")
            return
        }
        #expect(parse(pong) == [.pong([1, 2])])
        #expect(parse(connection.close(.normal, reason: "done") ?? []) == [.close(.normal, "done")])
    }

    @Test func echoesThePeersCloseCodeAndIsOver() {
        var connection = WebSocketConnection(role: .server)
        let code = CloseCode(rawValue: 4001)
        let done = connection.feed(clientClose(4001, reason: Array("go".utf8)) + client(.text, "late"))
        #expect(done == [.end(.closedByPeer(code, reason: "go"), FrameWriter.close(code))])
        #expect(connection.phase == .closed)
        #expect(connection.feed(client(.text, "later")) == [])
        #expect(connection.close() == nil)
    }

    @Test func echoesAnEmptyClose() {
        var connection = WebSocketConnection(role: .server)
        #expect(connection.feed(client(.close)) == [.end(.closedByPeer(nil, reason: ""), [0x88, 0x00])])
    }

    @Test func waitsForThePeersAnswerToItsClose() {
        var connection = WebSocketConnection(role: .server)
        #expect(connection.close(.goingAway, reason: "drain") == FrameWriter.close(.goingAway, reason: "drain"))
        #expect(connection.phase == .closing)
        #expect(connection.close() == nil)
        #expect(connection.feed(clientClose(1001)) == [.end(.closedByUs(.goingAway, reason: ""), [])])
        #expect(connection.phase == .closed)
    }

    @Test func ignoresMessagesWhileClosingButAnswersPings() {
        var connection = WebSocketConnection(role: .server)
        _ = connection.close()
        let wire = client(.text, "late") + client(.binary, [1]) + client(.pong) + client(.ping, [2])
        #expect(connection.feed(wire) == [.send(FrameWriter.frame(.pong, [2]))])
        #expect(connection.feed(clientClose(1000)) == [.end(.closedByUs(.normal, reason: ""), [])])
    }

    @Test func failsWithTheViolationsCode() {
        var connection = WebSocketConnection(role: .server)
        let farewell = FrameWriter.close(.invalidPayload, reason: ProtocolViolation.invalidUTF8.reason)
        #expect(connection.feed(client(.text, [0xFF])) == [.end(.violation(.invalidUTF8), farewell)])
        #expect(connection.phase == .closed)
        #expect(connection.feed(client(.ping)) == [])
    }

    @Test func failsWithoutASecondCloseFrameWhileClosing() {
        var connection = WebSocketConnection(role: .server)
        _ = connection.close()
        #expect(connection.feed([0xC1, 0x80]) == [.end(.violation(.reservedBits), [])])
    }

    @Test func closesWithTheCodeForATooBigMessage() {
        var connection = WebSocketConnection(role: .server, limits: MessageLimits(maxMessageBytes: 10))
        let done = connection.feed(client(.binary, [UInt8](repeating: 0, count: 11)))
        let farewell = FrameWriter.close(.messageTooBig, reason: ProtocolViolation.messageTooBig.reason)
        #expect(done == [.end(.violation(.messageTooBig), farewell)])
    }

    @Test func theOwnerMayCloseBetweenTwoActions() {
        var connection = WebSocketConnection(role: .server)
        lend(client(.text, "a") + client(.text, "b") + clientClose(1000)) { buffer in
            var rest = buffer
            #expect(connection.next(&rest).map(Done.init) == .text("a"))
            #expect(connection.close() == FrameWriter.close(.normal))
            #expect(connection.next(&rest).map(Done.init) == .end(.closedByUs(.normal, reason: ""), []))
            #expect(connection.next(&rest).map(Done.init) == nil)
        }
    }

    @Test func twoEndsUnderstandEachOther() {
        var (server, browser) = (WebSocketConnection(role: .server), WebSocketConnection(role: .client))
        #expect(server.feed(client(.text, "hello")) == [.text("hello")])
        #expect(browser.feed(FrameWriter.frame(.text, Array("welcome".utf8))) == [.text("welcome")])
        guard case .end(let ending, let echo) = server.feed(browser.close(.normal, reason: "bye") ?? []).first else {
            Issue.record("the server did not end")
            return
        }
        #expect(ending == .closedByPeer(.normal, reason: "bye"))
        #expect(browser.feed(echo) == [.end(.closedByUs(.normal, reason: ""), [])])
    }
}
