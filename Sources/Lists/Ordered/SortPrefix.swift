/// The first 16 bytes of a sort code, as two numbers that compare as the bytes do. A shorter code is padded with zeros.
package struct SortPrefix: Hashable, Comparable, Sendable {
    /// The first eight bytes, most significant first.
    package let high: UInt64
    /// The next eight bytes.
    package let low: UInt64

    /// Creates a prefix of two numbers.
    @inlinable package init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Compares the bytes.
    package static func < (left: SortPrefix, right: SortPrefix) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension SortPrefix {
    /// Reads the first of some bytes.
    init(_ bytes: ArraySlice<UInt8>) {
        (high, low) = bytes.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { padded in
                padded.initializeMemory(as: UInt64.self, repeating: 0)
                padded.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(16)))
                return (
                    UInt64(bigEndian: padded.load(as: UInt64.self)),
                    UInt64(bigEndian: padded.load(fromByteOffset: 8, as: UInt64.self))
                )
            }
        }
    }
}
