/// A row during sorting: the beginning of its code, and its index.
struct PrefixedIndex {
    let prefix: SortPrefix
    let index: Int

    /// Returns a byte of the prefix.
    fileprivate func byte(_ place: Int) -> Int {
        let half = place < 8 ? prefix.high : prefix.low
        return Int(truncatingIfNeeded: half >> UInt64(truncatingIfNeeded: 56 &- 8 &* (place & 7))) & 0xFF
    }
}

extension [PrefixedIndex] {
    /// Sorts a range by prefix, stably: a radix sort from the first byte on, with insertion sort for short parts.
    mutating func sortByPrefix(in range: Range<Int>) {
        withUnsafeTemporaryAllocation(of: PrefixedIndex.self, capacity: range.count) { scratch in
            withUnsafeMutableBufferPointer { UnsafeMutableBufferPointer(rebasing: $0[range]).sort(scratch, byte: 0) }
        }
    }
}

extension UnsafeMutableBufferPointer<PrefixedIndex> {
    fileprivate func sort(_ scratch: Self, byte: Int) {
        guard count > 32 else { return insertionSort() }
        guard byte < 16 else { return }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { ends in
            countBytes(byte, ends)
            guard ends[self[0].byte(byte)] < count else { return sort(scratch, byte: byte + 1) }
            distribute(byte, ends, scratch)
            var start = 0
            for end in ends where end > start {
                let part = start..<end
                Self(rebasing: self[part]).sort(Self(rebasing: scratch[part]), byte: byte + 1)
                start = end
            }
        }
    }

    /// Counts the items by the value of a byte.
    private func countBytes(_ byte: Int, _ counts: UnsafeMutableBufferPointer<Int>) {
        counts.initialize(repeating: 0)
        for item in self { counts[item.byte(byte)] &+= 1 }
    }

    /// Groups the items by the value of a byte. Afterwards `ends` has the end of each group.
    private func distribute(_ byte: Int, _ ends: UnsafeMutableBufferPointer<Int>, _ scratch: Self) {
        var start = 0
        for value in ends.indices { (ends[value], start) = (start, start &+ ends[value]) }
        for item in self {
            let value = item.byte(byte)
            scratch.initializeElement(at: ends[value], to: item)
            ends[value] &+= 1
        }
        _ = update(fromContentsOf: scratch)
    }

    private func insertionSort() {
        for place in indices.dropFirst() {
            let item = self[place]
            var hole = place
            while hole > 0, item.prefix < self[hole - 1].prefix {
                self[hole] = self[hole - 1]
                hole -= 1
            }
            self[hole] = item
        }
    }
}
