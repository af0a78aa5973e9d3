import Loop

/// Chance that can be repeated: the seed says what comes.
@SceneActor final class Dice {
    let seed: UInt64
    private var random: SplitMix

    init(seed: UInt64 = .random(in: 0 ... .max)) {
        self.seed = seed
        random = SplitMix(state: seed)
        print("seed \(seed)")
    }

    /// A number below `count`.
    func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }

    /// Some of the elements, in any order.
    func some<Element>(of elements: [Element]) -> [Element] {
        Array(shuffled(elements).prefix(roll(elements.count + 1)))
    }
}

/// Steele, Lea and Flood's generator: small, and the same everywhere.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Every list without repetition of any of these values.
func arrangements<Value: Equatable>(of values: [Value]) -> [[Value]] {
    [[]]
        + values.flatMap { first in
            arrangements(of: values.filter { $0 != first }).map { [first] + $0 }
        }
}
