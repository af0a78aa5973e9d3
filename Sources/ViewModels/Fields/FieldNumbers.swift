/// A set of fields by their numbers: a bit each, so that noting one allocates nothing. Fields beyond the 64th are listed.
struct FieldNumbers {
    private var bits: UInt64 = 0
    private var further: [Int] = []  // ascending

    /// Whether there is none.
    var isEmpty: Bool { bits == 0 && further.isEmpty }

    /// How many there are.
    var count: Int { bits.nonzeroBitCount + further.count }

    /// Puts a number in, once.
    mutating func insert(_ number: Int) {
        if number < 64 {
            bits |= 1 << UInt64(number)
        } else if !further.contains(number) {
            further.insert(number, at: further.firstIndex { $0 > number } ?? further.count)
        }
    }

    /// Takes the least number out; `nil` when there is none.
    mutating func popFirst() -> Int? {
        guard bits != 0 else { return further.isEmpty ? nil : further.removeFirst() }
        let first = bits.trailingZeroBitCount
        bits &= bits - 1
        return first
    }
}
