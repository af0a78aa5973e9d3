/// The first 16 bytes of a sort code, as two numbers that compare as the bytes do; a shorter code is filled up with zeros.
struct SortPrefix: Hashable, Comparable, Sendable {
    /// The first eight bytes, the first of them the most significant.
    let high: UInt64
    /// The next eight bytes.
    let low: UInt64

    /// The order of the bytes.
    static func < (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
