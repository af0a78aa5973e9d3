extension Equatable {
    /// Whether two values are equal, as `==` says; of long texts the bytes are compared first.
    ///
    /// The standard library compares texts that it keeps outside their value, which are those of more than 15 bytes, in
    /// calls of its own; their bytes settle nearly every pair.
    @inlinable
    @inline(__always)
    static func isSame(_ left: Self, _ right: Self) -> Bool {
        if Self.self == String.self, let left = left as? String, let right = right as? String, left.utf8.count > 15 {
            return left.isSpelledLike(right) ?? (left == right)
        }
        return left == right
    }
}

extension String {
    /// Whether this text is another by their bytes; `nil` when these do not settle it.
    @inlinable
    @inline(__always)
    func isSpelledLike(_ other: String) -> Bool? {
        guard utf8.count == other.utf8.count else { return nil }
        let verdict = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(mine).isSameText(as: .init($0)) }
        }
        return verdict.flatMap { $0.flatMap { $0 } }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether as many bytes of UTF-8, which are eight at least, are the same text; `nil` when they may be two spellings of
    /// it. Where texts first differ by an ASCII letter each they are not the same, for no mark before or after it changes
    /// what it decomposes to (Unicode Standard Annex 15, section 1.2).
    @inlinable
    @inline(__always)
    func isSameText(as other: UnsafeRawBufferPointer) -> Bool? {
        guard let mine = baseAddress, let others = other.baseAddress else { return nil }
        var offset = 0
        while offset < count {
            let start = Swift.min(offset, count &- 8)  // the last eight overlap those before
            let left = mine.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let right = others.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            if left != right {
                let place = start &+ UInt64(littleEndian: left ^ right).trailingZeroBitCount / 8
                return (self[place] | other[place]) < 0x80 ? false : nil
            }
            offset = offset &+ 8
        }
        return true
    }
}
