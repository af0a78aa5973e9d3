extension Equatable {
    /// Whether two identities are the same. Strings are compared byte by byte, as SQLite, URLs and JSON do; other types
    /// by `==`.
    ///
    /// Swift's `String` treats canonically equivalent spellings as equal (Unicode Standard Annex 15); here they differ.
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
    /// Whether this string has the same UTF-8 bytes as another.
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
    /// Whether both strings have the same UTF-8 bytes, or both are `nil`.
    package func isSpelled(like other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSpelled(like: other)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether two buffers of the same size have the same bytes.
    @inlinable
    @inline(__always)
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard let mine = baseAddress, let others = other.baseAddress else { return true }
        guard count >= 8 else { return elementsEqual(other) }
        var offset = 0
        while offset < count {
            let start = Swift.min(offset, count &- 8)  // the last eight may overlap those before
            let left = mine.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard left == others.loadUnaligned(fromByteOffset: start, as: UInt64.self) else { return false }
            offset = offset &+ 8
        }
        return true
    }
}
