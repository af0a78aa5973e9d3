/// Which of a list's rows may stay where they are: those of one longest increasing run of old positions (Schensted, 1961).
///
/// O(n) where the order is kept, O(n log n) at worst.
struct LongestRun {
    /// By offset, how many rows of the run come before; or that the row is one of them.
    private var ranks: [Int32]
    private static let member: Int32 = -2

    /// Looks at the old positions of rows, in their new order; what is not in `range` is not considered.
    init(of values: ArraySlice<Int32>, in range: Range<Int32>) {
        ranks = [Int32](repeating: -1, count: values.count)
        var ends = [Int32](repeating: 0, count: values.count)  // [k]: the least value that ends a run of k + 1
        var length = 0
        for (offset, value) in values.enumerated() where range.contains(value) {
            let isNext = length == 0 || value > ends[length - 1]
            let rank = isNext ? length : (0..<length).partitioningIndex { ends[$0] >= value }
            ranks[offset] = Int32(truncatingIfNeeded: rank)
            ends[rank] = value
            length = max(length, rank + 1)
        }
        mark(length: length)
    }

    /// Follows one run of this length from its end: the next member is the last row before whose rank is one less, for
    /// of rows of one rank the last has the least value.
    private mutating func mark(length: Int) {
        var wanted = Int32(truncatingIfNeeded: length - 1)
        var offset = ranks.count
        while wanted >= 0 {
            offset -= 1
            guard ranks[offset] == wanted else { continue }
            ranks[offset] = Self.member
            wanted -= 1
        }
    }

    /// Whether the row at this offset stays.
    func contains(_ offset: Int) -> Bool { ranks[offset] == Self.member }
}
