import Testing

@testable import WebSockets

/// Close frames (RFC 6455, sections 5.5.1 and 7.4).
@Suite(.timeLimit(.minutes(5))) struct CloseFrameTests {
    @Test func acceptsAnEmptyCloseFrame() {
        #expect(parse(client(.close)) == [.close(nil, "")])
    }

    @Test func rejectsACloseFrameOfOneByte() {
        #expect(parse(client(.close, [3])) == [.failure(.invalidClosePayload)])
    }

    @Test(arguments: [1000...1003, 1007...1014, 3000...3001, 3999...4000, 4999...4999] as [ClosedRange<UInt16>])
    func acceptsTheCodesThatMayTravel(codes: ClosedRange<UInt16>) {
        for code in codes { #expect(parse(clientClose(code)) == [.close(CloseCode(rawValue: code), "")]) }
    }

    @Test(
        arguments: [
            0...1, 999...999, 1004...1006, 1015...1016, 1100...1100, 2000...2000, 2999...2999, 5000...5001,
            65_535...65_535,
        ] as [ClosedRange<UInt16>])
    func rejectsTheCodesThatMustNotTravel(codes: ClosedRange<UInt16>) {
        for code in codes { #expect(parse(clientClose(code)) == [.failure(.invalidClosePayload)]) }
    }

    @Test func reportsTheReason() {
        #expect(parse(clientClose(4000, reason: Array("tschüß".utf8))).first == .close(.init(rawValue: 4000), "tschüß"))
        let longest = String(repeating: "x", count: 123)
        #expect(parse(clientClose(1000, reason: Array(longest.utf8))) == [.close(.normal, longest)])
    }

    @Test func rejectsAReasonThatIsNotUTF8() {
        #expect(parse(clientClose(1000, reason: [0xC0, 0xAF])) == [.failure(.invalidCloseReason)])
        #expect(parse(clientClose(1000, reason: [0xE2, 0x82])) == [.failure(.invalidCloseReason)])
    }

    @Test func parsesNothingAfterAClose() {
        var parser = FrameParser(role: .server)
        #expect(parser.feed(clientClose(1000) + client(.text, "late") + [0xFF]) == [.close(.normal, "")])
        #expect(parser.feed(client(.text, "later")) == [])
    }
}
