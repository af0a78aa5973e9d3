import TestSupport
import Testing

@testable import Stores

@Suite(.timeLimit(.minutes(5))) struct OrderedSnapshotTests {
    private static let small = OrderedLimits(leaf: 4, branch: 3)

    /// An order and its expected content.
    private struct Model {
        var snapshot: OrderedSnapshot<Int64>
        var numbers: [Int64: UInt64]

        init(_ count: Int) {
            numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { (Int64($0), UInt64($0 / 3)) })
            let rows = numbers.map { OrderedEntry(prefix: SortPrefix(high: $0.value, low: 0), key: $0.key) }
            snapshot = OrderedSnapshot(OrderedRows(sorted: rows.sorted(), limits: small))
        }

        var expected: [Int64] { numbers.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key) }
        var isRight: Bool {
            snapshot.rows.map(\.key) == expected && snapshot.count == numbers.count
                && expected.indices.allSatisfy { place in snapshot.read { $0.key(at: place) } == expected[place] }
        }

        /// Gives rows other numbers, or none.
        mutating func change(_ rows: [Int64: UInt64?]) {
            let former = numbers
            for (key, number) in rows { numbers[key] = number }
            let touched = rows.keys.map { ($0, former[$0].map { FormerPlace.code(code($0)) } ?? .none) }
            snapshot =
                snapshot.replacing(touched) { numbers[$0].map { PlacedCode(code: code($0), bytes: []) } }.snapshot
        }

        /// Changes up to so many rows.
        mutating func change(_ most: Int, _ random: inout SeededGenerator) {
            var rows: [Int64: UInt64?] = [:]
            for _ in 0..<Int.random(in: 1...most, using: &random) {
                let isGone = Int.random(in: 0..<4, using: &random) == 0
                rows[Int64.random(in: 0..<60, using: &random)] = .some(
                    isGone ? nil : UInt64.random(in: 0..<30, using: &random))
            }
            change(rows)
        }
    }

    private static func code(_ number: UInt64) -> SortCode {
        SortCode(prefix: SortPrefix(high: number, low: 0), isWhole: true)
    }

    @Test(arguments: [1, 3, 200])
    func anOlderSnapshotStaysUnchanged(most: Int) {
        var random = SeededGenerator.announced("anOlderSnapshotStaysUnchanged")
        var model = Model(40)
        var older: [Model] = []
        for step in 0..<1_500 {
            if Int.random(in: 0..<20, using: &random) == 0 { older.append(model) }
            model.change(most, &random)
            if step % 50 == 0 { #expect(model.isRight) }
        }
        for model in older.shuffled(using: &random) { #expect(model.isRight) }
        #expect(model.isRight)
    }

    @Test func anOlderSnapshotCanBeEditedSeparately() {
        var random = SeededGenerator.announced("anOlderSnapshotCanBeEditedSeparately")
        var models = [Model(40)]
        for _ in 0..<600 {
            let chosen = Int.random(in: 0..<models.count, using: &random)
            if models.count < 12 { models.append(models[chosen]) }
            models[chosen].change(2, &random)
        }
        for model in models { #expect(model.isRight) }
    }

    @Test func anUnownedSnapshotIsReleased() {
        var model = Model(40)
        weak let first = model.snapshot
        var random = SeededGenerator.announced("anUnownedSnapshotIsReleased")
        let held = model
        for _ in 0..<2_000 { model.change(1, &random) }
        weak let passed = model.snapshot
        model.change([1: 100, 2: 200])
        #expect(first != nil)
        #expect(passed == nil)
        #expect(held.isRight)
        #expect(model.isRight)
    }

    @Test func aFailedEditChangesNothing() {
        struct Failure: Error {}
        var model = Model(40)
        model.change([3: 9])
        let part = PlacedCode(code: SortCode(prefix: SortPrefix(high: 5, low: 0), isWhole: false), bytes: [1])
        let touched: [(Int64, FormerPlace)] = [(7, .code(Self.code(2))), (8, .code(Self.code(2)))]
        #expect(throws: Failure.self) {
            _ = try model.snapshot.replacing(touched) { key throws(Failure) in
                guard key < 10 else { throw Failure() }
                return part
            }
        }
        #expect(model.isRight)
        model.change([7: 0])
        #expect(model.isRight)
    }

    @Test func unchangedRowsNeedNoNewSnapshot() {
        var model = Model(10)
        let before = model.snapshot
        model.change([99: nil])
        #expect(model.snapshot === before)
    }

    @Test func otherReadersRunDuringAnOrder() async {
        var random = SeededGenerator.announced("otherReadersRunDuringAnOrder")
        var model = Model(40)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<300 {
                let shown = (snapshot: model.snapshot, keys: model.expected)
                for _ in 0..<2 {
                    group.addTask {
                        shown.keys.indices.allSatisfy { place in
                            shown.snapshot.read { $0.key(at: place) } == shown.keys[place]
                        } && shown.snapshot.rows.map(\.key) == shown.keys
                    }
                }
                model.change(2, &random)
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
