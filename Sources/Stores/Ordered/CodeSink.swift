/// Where the bytes of a sort code go.
protocol CodeSink {
    /// Takes the next byte.
    mutating func append(_ byte: UInt8)
    /// Whether further bytes make no difference.
    var isFull: Bool { get }
}

extension [UInt8]: CodeSink {
    /// An array takes all bytes.
    var isFull: Bool { false }
}

/// Keeps the first 16 bytes, without an allocation, and finds out whether there are more.
struct PrefixSink: CodeSink {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var count = 0

    /// Whether there was a byte too many.
    var isFull: Bool { count > 16 }
    /// The code so far.
    var code: SortCode { SortCode(prefix: SortPrefix(high: high, low: low), isWhole: !isFull) }

    mutating func append(_ byte: UInt8) {
        switch count {
        case ..<8: high |= UInt64(byte) << UInt64(truncatingIfNeeded: 56 &- 8 &* count)
        case ..<16: low |= UInt64(byte) << UInt64(truncatingIfNeeded: 120 &- 8 &* count)
        default: break
        }
        count &+= 1
    }
}
