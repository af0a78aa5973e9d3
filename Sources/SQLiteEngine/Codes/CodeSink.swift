import Lists

/// A destination for the bytes of a sort code.
protocol CodeSink {
    /// Appends the first `count` bytes of a word, most significant first. Its other bytes are zero.
    mutating func append(_ word: UInt64, count: Int)
    /// Whether further bytes make no difference.
    var isFull: Bool { get }
}

extension CodeSink {
    /// Appends a byte.
    mutating func append(_ byte: UInt8) {
        append(UInt64(byte) << 56, count: 1)
    }
}

extension [UInt8]: CodeSink {
    /// Always false: an array takes all bytes.
    var isFull: Bool { false }

    mutating func append(_ word: UInt64, count: Int) {
        Swift.withUnsafeBytes(of: word.bigEndian) { append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}

/// Keeps the first 16 bytes without an allocation, and detects whether there are more.
struct PrefixSink: CodeSink {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var count = 0

    /// Whether a 17th byte was appended.
    var isFull: Bool { count > 16 }
    /// The code so far.
    var code: SortCode { SortCode(prefix: SortPrefix(high: high, low: low), isWhole: !isFull) }

    mutating func append(_ word: UInt64, count added: Int) {
        high |= word >> (8 &* count)  // a shift by 64 bits or more gives 0
        low |= count < 8 ? word << (64 &- 8 &* count) : word >> (8 &* (count &- 8))
        count &+= added
    }
}
