import Foundation
import TestSupport
import Testing

/// Gives a parser malformed input: each line of its corpus unchanged, and then randomly mutated lines until the time is
/// up. The seed is printed. An input that crashes the program is in the file named at the start, and a failing input is
/// reported as a line of a corpus.
struct Fuzzer {
    /// The name of the target; the corpus is `corpus/NAME.txt`.
    let name: String

    /// The time limit for one input.
    private static let patience = Duration.seconds(10)

    /// The fuzzing time per target: `ORIEL_FUZZ_SECONDS` of the environment, or a moment.
    static var time: Duration {
        let given = ProcessInfo.processInfo.environment["ORIEL_FUZZ_SECONDS"].flatMap { Double($0) }
        return .milliseconds(Int((given ?? 0.3) * 1_000))
    }

    /// Runs `body` on its own thread. `body` throws for a fault.
    func run(_ body: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        let seeds = try Corpus.read(name)
        #expect(!seeds.isEmpty)
        var random = SeededGenerator.announced("fuzz \(name)")
        let start = random.split()
        try await blocking {
            let evidence = try Evidence(name)
            var random = start
            let end = ContinuousClock.now + Self.time
            var count = 0
            for seed in seeds { try Self.check(seed, evidence, body) }
            while ContinuousClock.now < end {
                try Self.check(Mutation.of(seeds, &random), evidence, body)
                count += 1
            }
            evidence.remove()
            if Self.time > .seconds(10) { print("fuzz \(name): \(count) inputs, nothing found") }
        }
    }

    private static func check(_ input: [UInt8], _ evidence: Evidence, _ body: ([UInt8]) throws -> Void) throws {
        evidence.keep(input)
        let start = ContinuousClock.now
        do {
            try body(input)
        } catch {
            throw Finding("\(error) for the line: \(Corpus.line(for: input))")
        }
        guard start.duration(to: .now) < patience else {
            throw Finding("It took \(start.duration(to: .now)) for the line: \(Corpus.line(for: input))")
        }
    }
}

/// A fault that was found.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws unless something holds.
    static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        if !condition { throw Finding(description()) }
    }
}
