import CLinux
import Glibc

/// A text that is looked for in others, whatever the case of the letters: in time linear in these, and within the time that the
/// thread's statements have (``Interruption``).
final class TextPattern {
    private let pattern: UnsafeMutablePointer<UInt8>
    private let count: Int
    /// A piece of a text, folded, behind the end of the piece before.
    private let window: UnsafeMutablePointer<UInt8>
    /// How many bytes are folded at once: as many as tell whether a text begins with the pattern, at least.
    private let piece: Int
    /// Whether the digits of a number may contain it: those of most numbers are never looked at.
    let mayBeInNumber: Bool
    /// How many bytes were read since the last look at the clock.
    private var unchecked = 0

    /// The clock is looked at once in so many bytes.
    private static let checkInterval = 64 * 1024

    /// Folds a pattern.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        pattern = .allocate(capacity: CaseFolding.most(from: text.count))
        count = CaseFolding.fold(text, to: pattern, isEnd: true).written
        mayBeInNumber = UnsafeBufferPointer(start: pattern, count: count).allSatisfy("0123456789+-.einf".utf8.contains)
        piece = max(16 * 1024, 3 * count + 4)  // three bytes may become one
        window = .allocate(capacity: count + CaseFolding.most(from: piece))
    }

    deinit {
        pattern.deallocate()
        window.deallocate()
    }

    /// Whether the pattern is anywhere in a text; `nil` when the time is over.
    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
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

    /// Whether a text begins with the pattern; `nil` when the time is over.
    func isStart(of text: UnsafeBufferPointer<UInt8>) -> Bool? {
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
