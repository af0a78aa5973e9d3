import CSQLite
import TestSupport
import Testing

@testable import SQLite

/// Searches texts in texts, ignoring case.
@Suite(.timeLimit(.minutes(5))) struct TextPatternTests {
    private static func answers(_ pattern: String, _ text: [UInt8]) -> (isFound: Bool?, isStart: Bool?) {
        var pattern = pattern
        let finder = pattern.withUTF8 { TextPattern($0) }
        return text.withUnsafeBufferPointer { (finder.isFound(in: $0), finder.isStart(of: $0)) }
    }

    @Test(arguments: [
        ("zÜRICH", "Zürich"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ПРИВЕТ", "привет"), ("straẞe", "STRAßE"),
        ("kelvin", "\u{212A}elvin"),
        ("\u{212A}", "k"), ("ſ", "S"), ("\u{23A}b", "\u{2C65}B"), ("\u{13A0}", "\u{AB70}"), ("𐐀", "𐐨"), ("µ", "Μ"),
        ("", "x"),
        ("Å", "\u{212B}"), ("ǅ", "ǆ"), ("a\u{300}", "A\u{300}"), ("%_\\", "%_\\"), ("a\0B", "A\0b"),
    ])
    func lettersAreFoundInEitherCase(_ pattern: String, _ text: String) {
        let isBoth = Self.answers(pattern, Array(text.utf8))
        #expect(isBoth.isFound == true && isBoth.isStart == true)
        let later = Self.answers(pattern, Array(("…x" + text + "y").utf8))
        #expect(later.isFound == true && later.isStart == pattern.isEmpty)
    }

    @Test(arguments: [
        ("ss", "ß"), ("i", "İ"), ("i", "ı"), ("e", "é"), ("é", "e\u{301}"), ("ab", "a"), ("%", "a"), ("_", "a"),
        ("x", ""),
    ])
    func simpleFoldingKeepsDistinctLettersApart(_ pattern: String, _ text: String) {
        let answers = Self.answers(pattern, Array(text.utf8))
        #expect(answers.isFound == false && answers.isStart == false)
    }

    /// Malformed UTF-8 is read byte by byte: a truncated character, a stray byte, an overlong letter, a surrogate.
    @Test func malformedTextMatchesByItsValidParts() {
        for junk: [UInt8] in [
            [0xC3], [0x80], [0xE2, 0x84], [0xC1, 0x81], [0xED, 0xA0, 0x80], [0xF5, 0xFF], [0xF0, 0x9F],
        ] {
            #expect(Self.answers("zÜ", junk + Array("Zü".utf8) + junk).isFound == true)
            #expect(Self.answers("a", junk).isFound == false)
        }
    }

    /// Texts of all lengths around those of a word and a chunk, against a comparison of folded copies.
    @Test func aLongTextIsFoundAnywhere() {
        var random = SeededGenerator.announced("aLongTextIsFoundAnywhere")
        let letters = Array("aAbBäÄẞß\u{212A}k\u{23A}\u{2C65}😀".unicodeScalars)
        for length in [0, 1, 7, 8, 9, 5_000, 16_383, 16_384, 16_385, 50_000] {
            let scalars = (0..<length).map { _ in letters.randomElement(using: &random) ?? "a" }
            let text = String(String.UnicodeScalarView(scalars))
            for size in [1, 2, 5, 40, 700] where size <= length {
                let start = Int.random(in: 0...length - size, using: &random)
                var part = String(String.UnicodeScalarView(scalars[start..<start + size]))
                let answers = Self.answers(part, Array(text.utf8))
                #expect(answers.isFound == true, "\(size) at \(start) of \(length)")
                part.unicodeScalars.append("z")
                #expect(Self.answers(part, Array(text.utf8)).isFound == false)
            }
        }
    }

    /// LIKE would take a thousand times as long.
    @Test func aLongPatternCostsAsMuchAsAShortOne() {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 4_000_000)
        let clock = ContinuousClock()
        let short = clock.measure { #expect(Self.answers("b", text).isFound == false) }
        let pattern = String(repeating: "a", count: 1_023) + "b"
        let long = clock.measure { #expect(Self.answers(pattern, text).isFound == false) }
        #expect(long < short * 100)
    }

    @Test func aLongTextIsAbandonedAtTheTimeout() throws {
        var opened: OpaquePointer?
        sqlite3_open(":memory:", &opened)
        defer { sqlite3_close(opened) }
        let connection = try #require(opened)
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        within(.zero, on: connection) {
            #expect(Self.answers("b", text).isFound == nil)
            within(.seconds(60), on: connection) { #expect(Self.answers("b", text).isFound == nil) }
            #expect(Interruption.isDue)
        }
        #expect(!Interruption.isDue)
        #expect(Self.answers("b", text).isFound == false)
    }
}
