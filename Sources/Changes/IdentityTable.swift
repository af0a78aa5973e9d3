/// A hash table of numbers for identities that are stored elsewhere: open addressing with linear probing (Knuth, TAOCP
/// 3, section 6.4), at most half full. A slot has eight bytes: half of the hash and the number.
@usableFromInline
package struct IdentityTable {
    @usableFromInline var slots: [UInt64]  // the upper half of the hash, then the number plus one; 0: free
    @usableFromInline let mask: Int

    /// Creates a table for this many numbers.
    @inlinable
    init(minimumCapacity count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
        mask = size - 1
    }

    /// Inserts a number.
    @inlinable
    mutating func insert(_ number: Int, hash: UInt64) {
        var place = Int(truncatingIfNeeded: hash) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }

    /// Returns the first number with this hash that matches.
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

    /// Returns the first two of `count` numbers that are the same, if any. O(count).
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

/// Odd and different in every process, so that an attacker cannot choose numbers that collide.
@usableFromInline let scatteringFactor = UInt64.random(in: .min ... .max) | 1

extension Hashable {
    /// A hash with good upper and lower halves; strings hash their bytes. Integers are multiplied (Dietzfelbinger et
    /// al., 1997), which is several times faster than the standard library's hash.
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
    /// A hash of the bytes: canonically equivalent spellings have different hashes.
    @usableFromInline var scatteredBytes: UInt64 { UInt64(bitPattern: Int64(ExactName(self).hashValue)) }
}
