import Foundation
import TestSupport
import Testing

/// A revoked principal never receives a commit that is later than the revocation: random interleavings of both, over
/// all transports of two server processes on one database. `ORIEL_INTERLEAVINGS=1000` runs more of them.
@Suite(.timeLimit(.minutes(15))) struct RevocationTests {
    private static let count = ProcessInfo.processInfo.environment["ORIEL_INTERLEAVINGS"].flatMap { Int($0) } ?? 200
    private static let lanes = 4

    @Test("35: no commit after a revocation is sent to the revoked principal")
    func nothingLaterIsSent() async throws {
        var random = SeededGenerator.announced("RevocationTests")
        let generators = (0..<Self.lanes).map { _ in random.split() }
        try await using({ try await TwoServers.start() }, close: { try await $0.stop() }) { servers in
            let totals = try await withThrowingTaskGroup(of: [String: Int].self) { group in
                for (index, generator) in generators.enumerated() {
                    group.addTask { try await Self.run(Self.count / Self.lanes, lane: index + 1, servers, generator) }
                }
                return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            }
            let kinds = Interleaving.Way.allCases.map(\.rawValue) + Interleaving.End.allCases.map(\.rawValue)
            for kind in kinds { #expect(totals[kind] ?? 0 > 0, "\(kind)") }
            print("RevocationTests: \(Self.count) interleavings: \(totals.sorted { $0.key < $1.key })")
        }
    }

    /// Runs interleavings one after the other, each with its own note and team.
    ///
    /// - Returns: How often each transport and each kind of revocation occurred.
    private static func run(
        _ count: Int, lane number: Int, _ servers: TwoServers, _ generator: SeededGenerator
    ) async throws -> [String: Int] {
        var random = generator
        let lane = try await RevocationLane(number, servers)
        var totals: [String: Int] = [:]
        for round in 0..<count {
            let plan = Interleaving(lane: number, &random)
            do {
                try await lane.run(plan, mark: "mark-\(number)-\(round)-")
            } catch {
                throw ClientError("round \(round), \(plan): \(error)")
            }
            for kind in [plan.end.rawValue] + plan.ways.map(\.rawValue) { totals[kind, default: 0] += 1 }
        }
        return totals
    }
}
