import Foundation

/// Random numbers that can be had again: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The numbers of a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// A generator with the seed `TEST_SEED` of the environment, or a new one, which is printed with the test's name.
    package static func announced(_ test: String) -> SeededGenerator {
        let given = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: .min ... .max)
        print("\(test): TEST_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    /// Another generator, for another task.
    package mutating func split() -> SeededGenerator {
        SeededGenerator(seed: next())
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
