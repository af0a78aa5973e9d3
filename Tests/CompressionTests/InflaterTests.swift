import TestSupport
import Testing

@testable import Compression

/// RFC 7692, section 7.2, and malformed data from a peer.
@Suite(.timeLimit(.minutes(5))) struct InflaterTests {
    private static let hello = Array("Hello".utf8)

    /// Payloads for "Hello": the examples of section 7.2.3, and further ways to say it.
    private static let ways: [(String, [UInt8])] = [
        ("one block", [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
        ("a stored block", [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]),
        ("a final block", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
        ("a final block, and nothing for the tail", [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]),
        ("two blocks", [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]),
        ("a final block that the tail completes", [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x01]),
        (
            "two final blocks",
            [0x01, 0x03, 0x00, 0xFC, 0xFF, 0x48, 0x65, 0x6C, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x6C, 0x6F]
        ),
    ]

    @Test(arguments: ways)
    func readsEveryBlockType(way: String, payload: [UInt8]) throws {
        #expect(try Inflater().message(payload, limit: 5) == Self.hello, "\(way)")
    }

    /// The second block refers to the 5 bytes before it, which are in the window of the final block.
    @Test func aBlockMayReferBehindAFinalBlock() throws {
        let first: [UInt8] = [0x01, 0x05, 0x00, 0xFA, 0xFF] + Self.hello
        // fixed block, not final: length 5 (code 259, 0000011), distance 5 (code 4, 1 extra bit 0), end of block
        let bits = "0" + "10" + "0000011" + "00100" + "0" + "0000000"
        var second: [UInt8] = []
        for (place, bit) in (bits + "000").enumerated() {
            if place % 8 == 0 { second.append(0) }
            if bit == "1" { second[place / 8] |= 1 << UInt8(place % 8) }
        }
        #expect(try Inflater().message(first + second, limit: 10) == Self.hello + Self.hello)
    }

    @Test(arguments: [[], [0x00], [0x02, 0x00], [0x03, 0x00], [0x03, 0x00, 0x00]] as [[UInt8]])
    func anEmptyMessageIsEmpty(payload: [UInt8]) throws {
        #expect(try Inflater().message(payload, limit: 0) == [])
    }

    @Test func expandsUpToTheLimit() throws {
        let bomb = Deflater(windowBits: 15, level: 9).fragment(of: [UInt8](repeating: 0, count: 10_000_000)).payload
        #expect(bomb.count < 20_000)
        let inflater = Inflater()
        for limit in [0, 1, 16_383, 16_384, 1_000_000, 9_999_999] {
            #expect(throws: Inflater.Failure.tooBig) { try inflater.message(bomb, limit: limit) }
        }
        #expect(try inflater.message(bomb, limit: 10_000_000).count == 10_000_000)
    }

    @Test(
        arguments: [
            [0x07], [0xFF, 0xFF, 0xFF], [0x00, 0x05, 0x00, 0xFA, 0xFE], [0x4A, 0x03, 0x02],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48],
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00, 0x00, 0xFF], [0xF2, 0x48, 0xCD],
        ] as [[UInt8]])
    func rejectsDataThatIsNotDeflate(payload: [UInt8]) {
        #expect(throws: Inflater.Failure.damaged) { try Inflater().message(payload) }
    }

    @Test func rejectsTruncatedData() {
        var generator = SeededGenerator.announced("rejectsTruncatedData")
        let inflater = Inflater()
        let text = Texts.document(3_000, &generator)
        let payload = Deflater().fragment(of: text).payload
        for count in 1..<payload.count - 1 {
            let message = try? inflater.message(payload.prefix(count))
            #expect(message != text, "\(count) of \(payload.count)")
        }
    }

    /// Any bytes give a message within the limit or an error, and do not affect the next message.
    @Test func noiseDoesNoHarm() throws {
        var generator = SeededGenerator.announced("noiseDoesNoHarm")
        let (inflater, deflater) = (Inflater(), Deflater(level: 6))
        for _ in 0..<3_000 {
            var payload = Array(deflater.fragment(of: Texts.document(400, &generator)).payload)
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                payload[Int.random(in: 0..<payload.count, using: &generator)] = UInt8(
                    truncatingIfNeeded: generator.next())
            }
            if Bool.random(using: &generator) { payload = Texts.noise(60, &generator) }
            if let message = try? inflater.message(payload, limit: 2_000) { #expect(message.count <= 2_000) }
            #expect(try inflater.message([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]) == Self.hello)
        }
    }
}
