/// The splitmix64 generator (Steele, Lea, Flood 2014): the same seed gives the same numbers on every machine and with
/// every version of the standard library.
struct SplitMix64: Sendable {
    /// Advanced by a constant at each step.
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Returns the next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in the range. The bias of the remainder is below 2^-40 for the ranges used here.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns `true` once in `times`, on average.
    mutating func isOne(in times: Int) -> Bool {
        number(1...times) == 1
    }

    /// Returns an element of a list, which must not be empty.
    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[number(0...list.count - 1)]
    }
}
