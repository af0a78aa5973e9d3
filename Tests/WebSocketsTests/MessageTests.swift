import Testing

@testable import WebSockets

/// Fragmentation (RFC 6455, section 5.4), limits, and the ownership of payloads.
@Suite(.timeLimit(.minutes(5))) struct MessageTests {
    @Test func joinsFragments() {
        let wire =
            client(.text, "Hel", isFinal: false) + client(.continuation, "lo, ", isFinal: false)
            + client(.continuation, "you")
        #expect(parse(wire) == [.text("Hello, you")])
    }

    @Test func joinsEmptyFragments() {
        let wire =
            client(.binary, [], isFinal: false) + client(.continuation, [], isFinal: false) + client(.continuation, [5])
        #expect(parse(wire) == [.binary([5])])
        #expect(parse(client(.text, [], isFinal: false) + client(.continuation)) == [.text([])])
    }

    @Test func deliversAnEmptyMessage() {
        #expect(parse(client(.text) + client(.binary)) == [.text([]), .binary([])])
    }

    @Test func deliversControlFramesBetweenFragments() {
        let wire =
            client(.text, "a", isFinal: false) + client(.ping, [1]) + client(.continuation, "b", isFinal: false)
            + client(.pong, [2]) + client(.continuation, "c")
        #expect(parse(wire) == [.ping([1]), .pong([2]), .text("abc")])
        #expect(parse(wire, reads: 1) == [.ping([1]), .pong([2]), .text("abc")])
    }

    @Test func closesBetweenFragments() {
        #expect(parse(client(.text, "a", isFinal: false) + clientClose(1000)) == [.close(.normal, "")])
    }

    @Test func rejectsAContinuationWithoutAMessage() {
        #expect(parse(client(.continuation, "a")) == [.failure(.unexpectedContinuation)])
        #expect(parse(client(.continuation, "a", isFinal: false)) == [.failure(.unexpectedContinuation)])
        #expect(parse(client(.text, "a") + client(.continuation)) == [.text("a"), .failure(.unexpectedContinuation)])
    }

    @Test(arguments: [FrameOpcode.text, .binary])
    func rejectsAMessageInsideAFragmentedMessage(opcode: FrameOpcode) {
        #expect(parse(client(.text, "a", isFinal: false) + client(opcode)) == [.failure(.expectedContinuation)])
    }

    @Test func parsesByteByByte() {
        let long = String(repeating: "grüß dich 日本 🙂 ", count: 4_000)
        let wire =
            client(.text, "short") + client(.ping, [1, 2, 3]) + client(.text, long) + client(.ping)
            + client(.binary, [UInt8](repeating: 3, count: 300)) + clientClose(1001, reason: Array("bye".utf8))
        let whole = parse(wire)
        #expect(whole.count == 6)
        #expect(whole.last == .close(.goingAway, "bye"))
        for size in [1, 2, 3, 7, 13, 1_000] { #expect(parse(wire, reads: size) == whole) }
    }

    @Test func acceptsAMessageOfExactlyTheLimit() {
        let limits = MessageLimits(maxMessageBytes: 200)
        let payload = [UInt8](repeating: 1, count: 200)
        #expect(parse(client(.binary, payload), limits: limits) == [.binary(payload)])
    }

    @Test func rejectsAMessageOverTheLimitAtItsHeader() {
        let header = client(.binary, [UInt8](repeating: 1, count: 201)).prefix(8)
        #expect(parse(Array(header), limits: MessageLimits(maxMessageBytes: 200)) == [.failure(.messageTooBig)])
    }

    @Test func rejectsTheLargestLengthWithoutOverflow() {
        let huge: [UInt8] = [0x82, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7) + [1, 2, 3, 4]
        #expect(parse(huge) == [.failure(.messageTooBig)])
        let afterAFragment = client(.binary, [1], isFinal: false) + [0x80] + huge.dropFirst()
        #expect(parse(afterAFragment) == [.failure(.messageTooBig)])
    }

    @Test func countsAllFragmentsTowardsTheLimit() {
        let limits = MessageLimits(maxMessageBytes: 5)
        let start = client(.text, "abc", isFinal: false)
        #expect(parse(start + client(.continuation, "de"), limits: limits) == [.text("abcde")])
        #expect(parse(start + client(.continuation, "def"), limits: limits) == [.failure(.messageTooBig)])
    }

    @Test func theLimitIsPerMessage() {
        let limits = MessageLimits(maxMessageBytes: 3, maxFragments: 2)
        let message = client(.text, "ab", isFinal: false) + client(.continuation, "c")
        #expect(parse(message + message + message, limits: limits) == [.text("abc"), .text("abc"), .text("abc")])
    }

    @Test func rejectsMoreFragmentsThanTheLimit() {
        let limits = MessageLimits(maxFragments: 3)
        let start = client(.binary, [1], isFinal: false) + client(.continuation, [2], isFinal: false)
        #expect(parse(start + client(.continuation, [3]), limits: limits) == [.binary([1, 2, 3])])
        let more = start + client(.continuation, [], isFinal: false) + client(.continuation)
        #expect(parse(more, limits: limits) == [.failure(.tooManyFragments)])
    }

    @Test func joins65536Fragments() {
        var wire = client(.binary, [0], isFinal: false)
        for index in 1..<65_535 {
            wire += client(.continuation, [UInt8(truncatingIfNeeded: index)], isFinal: false)
        }
        let expected = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
        #expect(parse(wire + client(.continuation, [255])) == [.binary(expected)])
        let tooMany = wire + client(.continuation, [255], isFinal: false) + client(.continuation)
        #expect(parse(tooMany) == [.failure(.tooManyFragments)])
    }

    @Test func delivers16MiBInReadsOf64KiB() {
        let limits = MessageLimits(maxMessageBytes: 16 << 20)
        let payload = [UInt8](repeating: 0x61, count: 16 << 20)
        #expect(parse(client(.text, payload), reads: 65_536, limits: limits) == [.text(payload)])
        #expect(parse(client(.binary, payload), limits: limits) == [.binary(payload)])
    }

    @Test func lendsAWholeMessageFromTheReadBuffer() {
        lend(client(.text, "first") + client(.text, "second")) { buffer in
            var parser = FrameParser(role: .server)
            var rest = buffer
            var offsets: [Int] = []
            while case .text(let payload) = parser.next(&rest) {
                payload.withBytes { bytes in
                    guard let start = buffer.baseAddress, let lent = bytes.baseAddress else { return }
                    offsets.append(lent - UnsafeRawPointer(start))
                }
            }
            #expect(offsets == [6, 17])
        }
    }

    @Test func ownsAMessageThatArrivedInPieces() {
        var parser = FrameParser(role: .server)
        let wire = client(.text, "kept")
        #expect(parser.feed(wire.prefix(7)) == [])
        var kept: FramePayload?
        lend(wire.dropFirst(7)) { buffer in
            var rest = buffer
            if case .text(let payload) = parser.next(&rest) { kept = payload }
        }
        #expect(kept?.array == Array("kept".utf8))
        #expect(kept?.count == 4)
    }
}
