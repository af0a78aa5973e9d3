import Testing

@testable import WebSockets

/// Frame headers that RFC 6455, sections 5.1, 5.2 and 5.5, forbids.
@Suite(.timeLimit(.minutes(5))) struct FrameRuleTests {
    private let key: [UInt8] = [1, 2, 3, 4]

    @Test(arguments: [0x40, 0x20, 0x10, 0x70] as [UInt8], [0x1, 0x2, 0x0, 0x8, 0x9, 0xA] as [UInt8])
    func rejectsReservedBits(bits: UInt8, opcode: UInt8) {
        #expect(parse([0x80 | bits | opcode, 0x80] + key) == [.failure(.reservedBits)])
    }

    @Test(arguments: [0x3, 0x4, 0x5, 0x6, 0x7, 0xB, 0xC, 0xD, 0xE, 0xF] as [UInt8])
    func rejectsReservedOpcodes(opcode: UInt8) {
        #expect(parse([0x80 | opcode, 0x80] + key) == [.failure(.reservedOpcode)])
    }

    @Test(arguments: [0x8, 0x9, 0xA] as [UInt8])
    func rejectsFragmentedControlFrames(opcode: UInt8) {
        #expect(parse([opcode, 0x80] + key) == [.failure(.fragmentedControlFrame)])
    }

    @Test(arguments: [0x8, 0x9, 0xA] as [UInt8])
    func rejectsControlFramesOver125Bytes(opcode: UInt8) {
        #expect(parse([0x80 | opcode, 0xFE]) == [.failure(.oversizedControlFrame)])
        #expect(parse([0x80 | opcode, 0xFF]) == [.failure(.oversizedControlFrame)])
    }

    @Test func acceptsControlFramesOf125Bytes() {
        let payload = [UInt8](repeating: 7, count: 125)
        #expect(parse(client(.ping, payload) + client(.pong, payload)) == [.ping(payload), .pong(payload)])
    }

    @Test func aServerRejectsAnUnmaskedFrame() {
        #expect(parse(FrameWriter.frame(.text, [0x41])) == [.failure(.unmaskedFrame)])
    }

    @Test func aClientRejectsAMaskedFrame() {
        #expect(parse(client(.text, "A"), role: .client) == [.failure(.maskedFrame)])
    }

    @Test(arguments: [0, 1, 125])
    func rejectsALengthThatNeedsNo16Bits(count: UInt8) {
        #expect(parse([0x82, 0xFE, 0, count] + key) == [.failure(.nonMinimalLength)])
    }

    @Test(
        arguments: [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 126], [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]] as [[UInt8]])
    func rejectsALengthThatNeedsNo64Bits(length: [UInt8]) {
        #expect(parse([0x82, 0xFF] + length + key) == [.failure(.nonMinimalLength)])
    }

    @Test func acceptsTheLeastLengthOfEachForm() {
        for count in [0, 125, 126, 65_535, 65_536] {
            let payload = [UInt8](repeating: 9, count: count)
            #expect(parse(client(.binary, payload)) == [.binary(payload)])
        }
    }

    @Test func rejectsA64BitLengthWithItsTopBitSet() {
        #expect(parse([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0] + key) == [.failure(.invalidLength)])
        #expect(parse([0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + key) == [.failure(.invalidLength)])
    }

    @Test func judgesTheFirstTwoBytesAsSoonAsTheyAreThere() {
        var parser = FrameParser(role: .server)
        #expect(parser.feed([0xC1]) == [])
        #expect(parser.feed([0x80]) == [.failure(.reservedBits)])
    }

    @Test func parsesNothingAfterAFailure() {
        var parser = FrameParser(role: .server)
        #expect(parser.feed([0x83, 0x80] + client(.text, "A")) == [.failure(.reservedOpcode)])
        #expect(parser.feed(client(.text, "A")) == [])
    }

    @Test func deliversMessagesBeforeAFailure() {
        #expect(parse(client(.text, "A") + [0xC1, 0x80]) == [.text("A"), .failure(.reservedBits)])
    }

    @Test func everyViolationHasItsCloseCode() {
        let sizes: Set<ProtocolViolation> = [.messageTooBig, .tooManyFragments]
        let encodings: Set<ProtocolViolation> = [.invalidUTF8, .invalidCloseReason, .damagedCompression]
        for violation in ProtocolViolation.allCases {
            let expected: CloseCode =
                sizes.contains(violation)
                ? .messageTooBig : encodings.contains(violation) ? .invalidPayload : .protocolError
            #expect(violation.closeCode == expected)
            #expect(!violation.reason.isEmpty && violation.reason.utf8.count <= 123)
        }
    }
}
