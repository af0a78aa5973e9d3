/// A hash table of numbers for identities that are kept elsewhere: open addressing with linear probing (Knuth, TAOCP 3,
/// section 6.4), at most half full, a slot of eight bytes with half of the hash beside the number.
@usableFromInline
package struct IdentityTable {
    @usableFromInline var slots: [UInt64]  // the upper half of the hash, then the number plus one; 0: free
    @usableFromInline let mask: Int

    /// A table for so many numbers.
    @inlinable
    init(minimumCapacity count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
        mask = size - 1
    }

    /// Puts a number in.
    @inlinable
    mutating func insert(_ number: Int, hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }

    /// The first number of this hash that is the one.
    @inlinable
    func first(hash: UInt64, where isMatch: (Int) -> Bool) -> Int? {
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != 0 {
            let slot = slots[place]
            if (slot ^ hash) >> 32 == 0 {
                let number = Int(slot & 0xFFFF_FFFF) - 1
                if isMatch(number) { return number }
            }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The first two of `count` numbers that are the same, if any are. O(count).
    @inlinable
    package static func duplicate(
        among count: Int, hash: (Int) -> UInt64, isSame: (Int, Int) -> Bool
    ) -> (Int, Int)? {
        guard count > 1 else { return nil }
        var table = IdentityTable(minimumCapacity: count)
        for number in 0..<count {
            let hash = hash(number)
            if let first = table.first(hash: hash, where: { isSame($0, number) }) { return (first, number) }
            table.insert(number, hash: hash)
        }
        return nil
    }
}

/// Odd and different in every process, so that nobody can choose numbers that collide.
@usableFromInline let scatteringFactor = UInt64.random(in: .min ... .max) | 1

extension Hashable {
    /// A hash whose upper and lower halves are both good, of texts one of their bytes. Integers are multiplied
    /// (Dietzfelbinger et al., 1997), which is several times faster than what the standard library does for safety's sake
    /// with any type.
    @inlinable
    package var scattered: UInt64 {
        if Self.self == Int.self, let number = self as? Int {
            let product = UInt64(bitPattern: Int64(number)).multipliedFullWidth(by: scatteringFactor)
            return product.high ^ product.low ^ product.low >> 32
        }
        if Self.self == String.self, let text = self as? String { return text.scatteredBytes }
        if Self.self == AnyHashable.self, let text = AnyHashable(self).base as? String {
            return text.scatteredBytes
        }
        return UInt64(bitPattern: Int64(hashValue))
    }
}

extension String {
    /// A hash of the bytes: spellings of one text have different ones.
    @usableFromInline var scatteredBytes: UInt64 { UInt64(bitPattern: Int64(RowName(self).hashValue)) }
}
