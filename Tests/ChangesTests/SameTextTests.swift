import TestSupport
import Testing

@testable import Changes

@Suite struct SameTextTests {
    /// Letters of one to four bytes, marks that compose with the letter before them in any order, and characters that are
    /// canonically an ASCII letter.
    private static let scalars: [Unicode.Scalar] = [
        "a", "e", "K", ";", "<", "\u{301}", "\u{323}", "\u{338}", "\u{e9}", "\u{212a}", "\u{37e}", "\u{226e}", "日", "😀",
    ]

    @Test func longTextsAreTheSameAsTheStandardLibrarySays() {
        var random = SeededGenerator.announced("longTextsAreTheSameAsTheStandardLibrarySays")
        for _ in 0..<20_000 {
            let start = String(
                repeating: "long enough to be kept elsewhere ", count: Int.random(in: 0...1, using: &random))
            let (left, right) = (start + text(&random), start + text(&random))
            #expect(
                String.isSame(left, right) == (left == right), "\(left.debugDescription) and \(right.debugDescription)")
            #expect(String.isSame(left, left + ""))
        }
    }

    @Test func twoSpellingsOfALongNameAreOneRow() {
        let composed = "a caf\u{e9} with a long name, 5 \u{212a}"
        let decomposed = "a cafe\u{301} with a long name, 5 K"
        let other = "another place with a long name"
        #expect(ListDifference(from: [composed, other], to: [decomposed, other]).isEmpty)
        #expect(ListDifference(from: [composed, other], to: [other, decomposed]).moves.count == 1)
    }

    private func text(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            text.unicodeScalars.append(Self.scalars[Int.random(in: 0..<Self.scalars.count, using: &random)])
        }
        return text
    }
}
