/// The first 16 bytes of a sort code, as two numbers that compare as the bytes do. A shorter code is padded with zeros.
struct SortPrefix: Hashable, Comparable, Sendable {
    /// The first eight bytes, most significant first.
    let high: UInt64
    /// The next eight bytes.
    let low: UInt64

    /// Compares the bytes.
    static func < (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension SortPrefix {
    /// Reads the first of some bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        (high, low) = bytes.withUnsafeBufferPointer { bytes in
            (CodeWord(bytes, from: 0).bits, bytes.count > 8 ? CodeWord(bytes, from: 8).bits : 0)
        }
    }
}
