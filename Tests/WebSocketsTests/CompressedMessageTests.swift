import Compression
import TestSupport
import Testing

@testable import WebSockets

/// Compressed messages in frames (RFC 7692, section 6).
@Suite(.timeLimit(.minutes(5))) struct CompressedMessageTests {
    /// "Hello", as section 7.2.3.1 has it.
    private let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private let inflater = Inflater()

    private func read(_ wire: [UInt8], limit: Int = 1 << 20) -> [Seen] {
        var parser = FrameParser(
            role: .server, limits: MessageLimits(maxMessageBytes: limit), inflater: inflater)
        return parser.feed(wire)
    }

    private func compressed(_ opcode: FrameOpcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var frame = client(opcode, payload, isFinal: isFinal)
        frame[0] |= 0x40
        return frame
    }

    @Test func theExamplesOfRFC7692AreRead() {
        #expect(read(compressed(.text, hello)) == [.text("Hello")])
        let fragments =
            compressed(.text, Array(hello.prefix(3)), isFinal: false) + client(.continuation, Array(hello.dropFirst(3)))
        #expect(read(fragments) == [.text("Hello")])
        #expect(
            read(compressed(.binary, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00])) == [
                .binary(Array("Hello".utf8))
            ])
        #expect(
            FrameWriter.frame(.text, compressed: Deflater().fragment(of: Array("Hello".utf8))) == [0xC1, 0x07] + hello)
    }

    @Test func compressedAndOtherMessagesAlternate() {
        let wire = compressed(.text, hello) + client(.text, "plain") + compressed(.text, [0x00]) + client(.text, "")
        #expect(
            read(wire + compressed(.text, hello)) == [
                .text("Hello"), .text("plain"), .text(""), .text(""), .text("Hello"),
            ])
    }

    @Test func controlFramesMayStandBetweenCompressedFragments() {
        let start = compressed(.text, Array(hello.prefix(2)), isFinal: false)
        let wire = start + client(.ping, [1]) + client(.continuation, [], isFinal: false) + client(.pong, [2])
        #expect(
            read(wire + client(.continuation, Array(hello.dropFirst(2)))) == [.ping([1]), .pong([2]), .text("Hello")])
    }

    @Test func onlyTheFirstFrameOfAMessageIsMarked() {
        let start = compressed(.text, Array(hello.prefix(2)), isFinal: false)
        #expect(read(start + compressed(.continuation, Array(hello.dropFirst(2)))) == [.failure(.reservedBits)])
        let plain = client(.text, "a", isFinal: false)
        #expect(read(plain + compressed(.continuation, hello)) == [.failure(.reservedBits)])
    }

    @Test(arguments: [FrameOpcode.close, .ping, .pong])
    func controlFramesAreNeverCompressed(opcode: FrameOpcode) {
        #expect(read(compressed(opcode, [])) == [.failure(.reservedBits)])
    }

    @Test(arguments: [0x20, 0x10, 0x60, 0x50, 0x70] as [UInt8])
    func theOtherReservedBitsStayReserved(bits: UInt8) {
        var frame = client(.text, hello)
        frame[0] |= bits
        #expect(read(frame) == [.failure(.reservedBits)])
    }

    @Test func withoutAnAgreementNothingIsCompressed() {
        #expect(parse(compressed(.text, hello)) == [.failure(.reservedBits)])
    }

    @Test func theLimitAppliesBeforeAndAfterCompression() {
        #expect(read(compressed(.text, hello), limit: 7) == [.text("Hello")])
        #expect(read(compressed(.text, hello), limit: 4) == [.failure(.messageTooBig)])
        let zeros = Array(Deflater().fragment(of: [UInt8](repeating: 0, count: 100_001)).payload)
        #expect(read(compressed(.binary, zeros), limit: 100_000) == [.failure(.messageTooBig)])
        let stored = Array(Fragment(stored: [UInt8](repeating: 0, count: 100)[...]).payload)
        let halves = compressed(.binary, Array(stored.prefix(60)), isFinal: false)
        #expect(
            read(halves + client(.continuation, Array(stored.dropFirst(60))), limit: 100) == [.failure(.messageTooBig)])
        #expect(ProtocolViolation.messageTooBig.closeCode == .messageTooBig)
    }

    @Test func aCompressedTextHasToBeUTF8() {
        let bad = Array(Fragment(stored: [0xC3]).payload)
        #expect(read(compressed(.text, bad)) == [.failure(.invalidUTF8)])
        #expect(read(compressed(.binary, bad) + compressed(.text, hello)) == [.binary([0xC3]), .text("Hello")])
        let word = Array("Zoë".utf8)
        #expect(read(compressed(.text, Array(Fragment(stored: word[...]).payload))) == [.text("Zoë")])
    }

    @Test func damagedDataFailsWith1007() {
        #expect(read(compressed(.text, [0x07]) + client(.text, "a")) == [.failure(.damagedCompression)])
        #expect(ProtocolViolation.damagedCompression.closeCode == .invalidPayload)
    }

    /// Chunking and corruption do not change the result, and no parser disturbs another that shares the inflater.
    @Test func parsesTheSameForAnyChunking() {
        var generator = SeededGenerator.announced("CompressedMessageTests.parsesTheSameForAnyChunking")
        let deflater = Deflater()
        for round in 0..<300 {
            var wire: [UInt8] = []
            for number in 0..<3 {
                let text = Array(String(repeating: "\(generator.next() % 20) ", count: number * 40).utf8)
                let payload = Array(deflater.fragment(of: text).payload)
                let middle = Int.random(in: 0...payload.count, using: &generator)
                wire += compressed(.text, Array(payload.prefix(middle)), isFinal: false)
                wire += client(.continuation, Array(payload.dropFirst(middle)))
            }
            if round % 2 == 1 {
                wire[Int.random(in: 0..<wire.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            }
            let whole = read(wire)
            var (parser, other) = (
                FrameParser(role: .server, inflater: inflater), FrameParser(role: .server, inflater: inflater)
            )
            var (seen, seenByOther): ([Seen], [Seen]) = ([], [])
            for start in stride(from: 0, to: wire.count, by: 7) {
                seen += parser.feed(wire[start..<min(start + 7, wire.count)])
                seenByOther += other.feed(wire[start..<min(start + 7, wire.count)])
            }
            #expect(seen == whole && seenByOther == whole, "round \(round)")
        }
    }
}
