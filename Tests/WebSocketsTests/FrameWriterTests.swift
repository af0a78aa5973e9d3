import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(5))) struct FrameWriterTests {
    @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
    func usesTheShortestLength(count: Int, header: Int) {
        let payload = [UInt8](repeating: 5, count: count)
        #expect(FrameWriter.frame(.binary, payload).count == header + count)
        #expect(client(.binary, payload).count == header + 4 + count)
        #expect(parse(FrameWriter.frame(.binary, payload), role: .client) == [.binary(payload)])
    }

    @Test func writesNonFinalFrames() {
        #expect(FrameWriter.frame(.text, [0x48], isFinal: false) == [0x01, 0x01, 0x48])
    }

    @Test func masksWithTheKeyFromTheFirstByteOn() {
        let frame = FrameWriter.frame(.binary, [UInt8](repeating: 0, count: 11), mask: MaskKey(1, 2, 3, 4))
        #expect(frame == [0x82, 0x8B, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3])
    }

    @Test func randomMasksDiffer() {
        #expect(Set((0..<8).map { _ in FrameWriter.frame(.ping, [], mask: .random()) }).count > 1)
    }

    @Test func writesACloseFrameWithCodeAndReason() {
        #expect(FrameWriter.close(.goingAway, reason: "bye") == [0x88, 0x05, 0x03, 0xE9, 0x62, 0x79, 0x65])
        #expect(FrameWriter.close(.normal, mask: MaskKey(0, 0, 0, 1)) == [0x88, 0x82, 0, 0, 0, 1, 0x03, 0xE8])
    }

    @Test(arguments: [nil, 1005, 1006, 1015, 0] as [UInt16?])
    func writesNoCodeThatMustNotTravel(number: UInt16?) {
        #expect(FrameWriter.close(number.map(CloseCode.init(rawValue:)), reason: "lost") == [0x88, 0x00])
    }

    @Test(arguments: ["x", "é", "€", "😀"])
    func cutsALongReasonBetweenCharacters(character: String) {
        let width = character.utf8.count
        for lead in 0..<4 {
            let reason = String(repeating: "a", count: lead) + String(repeating: character, count: 130)
            let kept = lead + (123 - lead) / width * width
            let expected = String(decoding: Array(reason.utf8).prefix(kept), as: UTF8.self)
            #expect(parse(FrameWriter.close(.normal, reason: reason), role: .client) == [.close(.normal, expected)])
        }
    }

    @Test func keepsAReasonOf123Bytes() {
        #expect(FrameWriter.close(.normal, reason: String(repeating: "r", count: 123)).count == 127)
    }
}
