extension Equatable {
    /// Whether two identities are the same: texts byte by byte, as SQLite, URLs and JSON compare them, all else as `==` says.
    ///
    /// Two spellings of one letter are two texts, though Swift's `String` takes them for one (Unicode Standard Annex 15).
    @inlinable
    @inline(__always)
    package static func isSame(_ left: Self, _ right: Self) -> Bool {
        if Self.self == String.self, let left = left as? String, let right = right as? String {
            return left.isSpelled(like: right)
        }
        if Self.self == AnyHashable.self, let left = left as? AnyHashable, let right = right as? AnyHashable {
            guard let left = left.base as? String, let right = right.base as? String else { return left == right }
            return left.isSpelled(like: right)
        }
        return left == right
    }
}

extension String {
    /// Whether this text has the same bytes as another in UTF-8.
    @inlinable
    @inline(__always)
    package func isSpelled(like other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let verdict = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(mine).isSame(as: .init($0)) }
        }
        return verdict.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
    }
}

extension String? {
    /// Whether both texts have the same bytes in UTF-8, or neither is there.
    package func isSpelled(like other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSpelled(like: other)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether as many bytes are the same.
    @inlinable
    @inline(__always)
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard let mine = baseAddress, let others = other.baseAddress else { return true }
        guard count >= 8 else { return elementsEqual(other) }
        var offset = 0
        while offset < count {
            let start = Swift.min(offset, count &- 8)  // the last eight overlap those before
            let left = mine.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard left == others.loadUnaligned(fromByteOffset: start, as: UInt64.self) else { return false }
            offset = offset &+ 8
        }
        return true
    }
}
