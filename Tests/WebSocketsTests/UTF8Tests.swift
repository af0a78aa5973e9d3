import Testing

@testable import WebSockets

/// Text must be UTF-8, and is refused at the first byte that cannot be right (RFC 6455, section 8.1).
@Suite(.timeLimit(.minutes(5))) struct UTF8Tests {
    /// A text that is wrong, and the number of bytes after which that is certain.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let known: Int

        init(_ name: String, _ bytes: [UInt8], known: Int) {
            (testDescription, self.bytes, self.known) = (name, bytes, known)
        }
    }

    static let wrongs = [
        Wrong("lone continuation byte", [0x80], known: 1),
        Wrong("continuation byte after a scalar", [0xC3, 0xA9, 0xA9], known: 3),
        Wrong("overlong two bytes", [0xC0, 0xAF], known: 1),
        Wrong("overlong two bytes, highest", [0xC1, 0xBF], known: 1),
        Wrong("overlong three bytes", [0xE0, 0x80, 0xAF], known: 2),
        Wrong("overlong three bytes, highest", [0xE0, 0x9F, 0xBF], known: 2),
        Wrong("overlong four bytes", [0xF0, 0x80, 0x80, 0xAF], known: 2),
        Wrong("overlong four bytes, highest", [0xF0, 0x8F, 0xBF, 0xBF], known: 2),
        Wrong("lowest surrogate", [0xED, 0xA0, 0x80], known: 2),
        Wrong("highest surrogate", [0xED, 0xBF, 0xBF], known: 2),
        Wrong("U+110000", [0xF4, 0x90, 0x80, 0x80], known: 2),
        Wrong("U+140000", [0xF5, 0x80, 0x80, 0x80], known: 1),
        Wrong("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80], known: 1),
        Wrong("six bytes", [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], known: 1),
        Wrong("FE", [0xFE], known: 1),
        Wrong("FF", [0xFF], known: 1),
        Wrong("ASCII instead of a second byte", [0xE2, 0x28], known: 2),
        Wrong("a start instead of a third byte", [0xE2, 0x82, 0xC3], known: 3),
        Wrong("ASCII instead of a fourth byte", [0xF0, 0x9F, 0x98, 0x28], known: 4),
    ]

    @Test(arguments: wrongs) func rejectsAtTheFirstWrongByte(wrong: Wrong) {
        for lead in [[], Array("κόσμε".utf8), Array("0123456".utf8), Array("0123456789abcdef".utf8)] {
            var parser = FrameParser(role: .server)
            let wire = client(.text, lead + wrong.bytes + Array("tail".utf8))
            let certain = 6 + lead.count + wrong.known
            #expect(parser.feed(wire.prefix(certain - 1)) == [])
            #expect(parser.feed(wire[(certain - 1)..<certain]) == [.failure(.invalidUTF8)])
            #expect(parse(wire) == [.failure(.invalidUTF8)])
        }
    }

    @Test(arguments: wrongs) func rejectsAcrossFragments(wrong: Wrong) {
        var wire = client(.text, "lead", isFinal: false)
        for byte in wrong.bytes.prefix(wrong.known) { wire += client(.continuation, [byte], isFinal: false) }
        #expect(parse(wire) == [.failure(.invalidUTF8)])
    }

    @Test(arguments: [[0xC3], [0xE2], [0xE2, 0x82], [0xF0], [0xF0, 0x9F], [0xF0, 0x9F, 0x98]] as [[UInt8]])
    func rejectsATextThatEndsInsideAScalar(end: [UInt8]) {
        #expect(parse(client(.text, [0x41] + end)) == [.failure(.invalidUTF8)])
        let fragments = client(.text, end, isFinal: false) + client(.continuation)
        #expect(parse(fragments) == [.failure(.invalidUTF8)])
    }

    @Test func acceptsTheEdgesOfEveryRange() {
        let scalars: [UInt32] = [
            0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF,
            0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
        ]
        for scalar in scalars.compactMap(Unicode.Scalar.init) {
            let text = String(Character(scalar))
            #expect(parse(client(.text, text)) == [.text(text)])
            #expect(parse(client(.text, text), reads: 1) == [.text(text)])
        }
    }

    @Test func acceptsAScalarSplitBetweenFragments() {
        let wire = client(.text, [0xF0, 0x9F], isFinal: false) + client(.ping) + client(.continuation, [0x98, 0x80])
        #expect(parse(wire) == [.ping([]), .text("😀")])
    }

    @Test func doesNotJudgeBinaryMessages() {
        #expect(parse(client(.binary, [0xFF, 0xC0])) == [.binary([0xFF, 0xC0])])
    }

    @Test func startsAfreshWithEveryMessage() {
        #expect(parse(client(.text, "é") + client(.text, "a")) == [.text("é"), .text("a")])
        #expect(parse(client(.text, "é") + client(.text, [0xA9])) == [.text("é"), .failure(.invalidUTF8)])
    }

    /// Every sequence of up to three of the bytes at which the rules change, and of four after F0 to F5, against the
    /// standard library.
    @Test func agreesWithTheStandardLibrary() {
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
            0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var sequences: [[UInt8]] = [[]]
        var mismatches: [[UInt8]] = []
        for length in 1...4 {
            let starts = length < 4 ? sequences : sequences.filter { (0xF0...0xF5).contains($0[0]) }
            sequences = starts.flatMap { start in edges.map { start + [$0] } }
            mismatches += sequences.filter { isText($0) != (String(validating: $0, as: UTF8.self) != nil) }
        }
        #expect(mismatches == [])
    }

    private func isText(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        return bytes.withUnsafeBytes { validator.accept($0) } && validator.isComplete
    }
}
