/// Which of a list's rows may stay where they are: those of one longest increasing run of old positions (Schensted, 1961).
///
/// O(n) where the order is kept, O(n log n) at worst.
struct LongestRun {
    private let previous: [Int32]
    private static let member: Int32 = -2

    /// Looks at the old positions of rows, in their new order; what is not in `range` is not considered.
    init(of values: ArraySlice<Int32>, in range: Range<Int32>) {
        var tails: [Int32] = []  // tails[k]: the offset of the least value that ends a run of k + 1
        var previous = [Int32](repeating: -1, count: values.count)
        var greatest: Int32 = -1
        tails.reserveCapacity(values.count)
        let start = values.startIndex
        for offset in 0..<values.count {
            let value = values[start + offset]
            guard range.contains(value) else { continue }
            if value > greatest {
                greatest = value
                if let last = tails.last { previous[offset] = last }
                tails.append(Int32(truncatingIfNeeded: offset))
                continue
            }
            let length = (0..<tails.count).partitioningIndex { values[start + Int(tails[$0])] >= value }
            if length > 0 { previous[offset] = tails[length - 1] }
            tails[length] = Int32(truncatingIfNeeded: offset)
            if length == tails.count - 1 { greatest = value }
        }
        var offset = tails.last ?? -1
        while offset >= 0 {
            let next = previous[Int(offset)]
            previous[Int(offset)] = Self.member
            offset = next
        }
        self.previous = previous
    }

    /// Whether the row at this offset stays.
    func contains(_ offset: Int) -> Bool { previous[offset] == Self.member }
}
