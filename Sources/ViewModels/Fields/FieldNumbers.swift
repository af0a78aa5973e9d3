/// A set of field numbers: one bit each, so that insertion allocates nothing. Numbers from 64 on are in an array.
struct FieldNumbers {
    private var bits: UInt64 = 0
    private var further: [Int] = []  // ascending

    /// Whether the set is empty.
    var isEmpty: Bool { bits == 0 && further.isEmpty }

    /// The number of elements.
    var count: Int { bits.nonzeroBitCount + further.count }

    /// Inserts a number if it is not in the set.
    mutating func insert(_ number: Int) {
        if number < 64 {
            bits |= 1 << UInt64(number)
        } else if !further.contains(number) {
            further.insert(number, at: further.firstIndex { $0 > number } ?? further.count)
        }
    }

    /// Removes the least number and returns it; `nil` when the set is empty.
    mutating func popFirst() -> Int? {
        guard bits != 0 else { return further.isEmpty ? nil : further.removeFirst() }
        let first = bits.trailingZeroBitCount
        bits &= bits - 1
        return first
    }
}
