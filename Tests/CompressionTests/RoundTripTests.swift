import TestSupport
import Testing

@testable import Compression

@Suite(.timeLimit(.minutes(5))) struct RoundTripTests {
    @Test func roundTripsWithEveryWindow() throws {
        var generator = SeededGenerator.announced("roundTripsWithEveryWindow")
        let inflater = Inflater()
        for bits in Deflater.windows {
            for level in [1, 6, 9] {
                let deflater = Deflater(windowBits: bits, level: level)
                for _ in 0..<8 {
                    let text = Texts.random(&generator)
                    let payload = deflater.fragment(of: text).payload
                    #expect(
                        try inflater.message(payload, limit: text.count) == text, "\(bits), \(level), \(text.count)")
                }
            }
        }
    }

    @Test func expandsFragmentsInOrder() throws {
        var generator = SeededGenerator.announced("expandsFragmentsInOrder")
        let (inflater, deflater) = (Inflater(), Deflater())
        for _ in 0..<100 {
            var message = Fragment(stored: [])
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                let part = Texts.random(&generator)
                message.append(
                    Bool.random(using: &generator) ? Fragment(stored: part[...]) : deflater.fragment(of: part))
                text += part
            }
            #expect(try inflater.message(message.payload, limit: text.count) == text)
        }
    }

    @Test func aStoredTextMayBeLongerThanABlock() throws {
        for count in [0, 1, 65_535, 65_536, 200_000] {
            let text = [UInt8](repeating: 7, count: count + 3)[3...]
            let message = Fragment(stored: text)
            #expect(message.bytes.suffix(4) == [0x00, 0x00, 0xFF, 0xFF])
            #expect(try Inflater().message(message.payload, limit: count) == Array(text))
        }
    }

    @Test func keepsToTheWindow() {
        var generator = SeededGenerator(seed: 1)
        let noise = Texts.noise(2_000, &generator)
        let sizes = [9, 10, 11, 12].map { Deflater(windowBits: $0).fragment(of: noise + noise).bytes.count }
        #expect(sizes[0] > 3_900 && sizes[1] > 3_900, "what is 2,000 bytes away is out of sight: \(sizes)")
        #expect(sizes[3] < 2_300, "and not for the usual window: \(sizes)")
    }

    @Test func aCompressorKeepsNoStateBetweenTexts() {
        let (first, second) = (Deflater(), Deflater())
        let text = Array("the same text, whatever came before".utf8)
        _ = second.fragment(of: text + text)
        #expect(first.fragment(of: text).bytes == second.fragment(of: text).bytes)
    }
}

extension Inflater {
    func message(_ payload: some Collection<UInt8>, limit: Int = 1 << 20) throws(Failure) -> [UInt8] {
        let bytes = Array(payload)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(Failure) in try message(bytes, limit: limit) }
        }
        return try result.get()
    }
}
