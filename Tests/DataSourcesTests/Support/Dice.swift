import Loop
import TestSupport

/// Repeatable randomness: the seed determines the sequence.
@SceneActor final class Dice {
    let seed: UInt64
    private var random: SeededGenerator

    init(seed: UInt64 = .random(in: 0 ... .max)) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
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

/// Every list without repetition of any of these values.
func arrangements<Value: Equatable>(of values: [Value]) -> [[Value]] {
    [[]]
        + values.flatMap { first in
            arrangements(of: values.filter { $0 != first }).map { [first] + $0 }
        }
}
