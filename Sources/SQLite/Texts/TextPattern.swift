import CLinux
import Glibc

/// A text to find in others, ignoring the case of letters. Searching takes linear time, and ends with the time limit of
/// the thread's statements (``Interruption``).
package final class TextPattern {
    private let pattern: UnsafeMutablePointer<UInt8>
    private let count: Int
    /// A folded piece of a text, after the end of the previous piece.
    private let window: UnsafeMutablePointer<UInt8>
    /// The number of bytes to fold at once. It suffices to compare the beginning of a text with the pattern.
    private let piece: Int
    /// Whether a number's digits may contain the pattern. If not, numbers are not compared.
    package let mayBeInNumber: Bool
    /// The number of bytes since the last check of the clock.
    private var unchecked = 0

    /// The number of bytes between checks of the clock.
    private static let checkInterval = 64 * 1024

    /// Creates a pattern by folding a text.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        pattern = .allocate(capacity: CaseFolding.most(from: text.count))
        count = CaseFolding.fold(text, to: pattern, isEnd: true).written
        mayBeInNumber = UnsafeBufferPointer(start: pattern, count: count).allSatisfy("0123456789+-.einf".utf8.contains)
        piece = max(16 * 1024, 3 * count + 4)  // three bytes may fold to one
        window = .allocate(capacity: count + CaseFolding.most(from: piece))
    }

    deinit {
        pattern.deallocate()
        window.deallocate()
    }

    /// Returns whether a text contains the pattern; `nil` after the time limit.
    package func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard count > 0 else { return true }
        var (read, kept) = (0, 0)
        while read < text.count {
            let rest = UnsafeBufferPointer(rebasing: text[read...].prefix(piece))
            let folded = CaseFolding.fold(rest, to: window + kept, isEnd: read + rest.count == text.count)
            let filled = kept + folded.written
            if clinux_contains(window, filled, pattern, count) != 0 { return true }
            read += folded.read
            kept = min(filled, count - 1)
            memmove(window, window + filled - kept, kept)
            guard isInTime(after: folded.read) else { return nil }
        }
        return false
    }

    /// Returns whether a text begins with the pattern; `nil` after the time limit.
    package func isStart(of text: UnsafeBufferPointer<UInt8>) -> Bool? {
        let start = UnsafeBufferPointer(rebasing: text.prefix(3 * count + 4))
        let folded = CaseFolding.fold(start, to: window, isEnd: start.count == text.count)
        guard isInTime(after: folded.read) else { return nil }
        return folded.written >= count && memcmp(window, pattern, count) == 0
    }

    private func isInTime(after bytes: Int) -> Bool {
        unchecked += bytes
        guard unchecked > Self.checkInterval else { return true }
        unchecked = 0
        return !Interruption.isDue
    }
}
