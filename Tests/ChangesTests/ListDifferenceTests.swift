import Changes
import Testing

@Suite struct ListDifferenceTests {
    @Test func equalListsDoNotDiffer() {
        #expect(ListDifference(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
        #expect(ListDifference(from: [Int](), to: []).isEmpty)
    }

    @Test func oneRowMovedToTheEndIsOneMove() {
        let difference = ListDifference(from: ["a", "b", "c", "d"], to: ["b", "c", "d", "a"])
        #expect(difference.moves.map { [$0.from, $0.to] } == [[0, 3]])
        #expect(difference.deletions.isEmpty && difference.insertions.isEmpty)
    }

    @Test func insertionsAndDeletionsAreNotMoves() {
        let difference = ListDifference(from: [1, 2, 3, 4], to: [0, 1, 3, 4, 5])
        #expect(difference.deletions == [1])
        #expect(difference.insertions == [0, 4])
        #expect(difference.moves.isEmpty)
    }

    /// Every list of up to five of five rows against every other: applying the difference gives the new list, and no
    /// smaller number of moves would.
    @Test func everySmallDifferenceIsExactAndMinimal() {
        let lists = Self.arrangements(of: Array(0..<5)).filter { $0.count <= 4 }
        for old in lists {
            for new in lists {
                let difference = ListDifference(from: old, to: new)
                #expect(Self.apply(difference, from: old, to: new) == new)
                let common = Set(old).intersection(new)
                let order = new.filter(common.contains).map { value in old.firstIndex(of: value) ?? -1 }
                #expect(difference.moves.count == common.count - Self.longestRun(order))
            }
        }
    }

    /// Takes out what was deleted and moved, then puts in what was inserted and moved, ascending (batch coordinates).
    private static func apply(_ difference: ListDifference, from old: [Int], to new: [Int]) -> [Int] {
        var list = old
        for place in (difference.deletions + difference.moves.map(\.from)).sorted(by: >) { list.remove(at: place) }
        let arrivals =
            difference.insertions.map { ($0, new[$0]) } + difference.moves.map { ($0.to, old[$0.from]) }
        for (place, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { list.insert(row, at: place) }
        return list
    }

    private static func longestRun(_ values: [Int]) -> Int {
        var best = [Int](repeating: 1, count: values.count)
        for end in values.indices {
            for start in 0..<end where values[start] < values[end] { best[end] = max(best[end], best[start] + 1) }
        }
        return best.max() ?? 0
    }

    /// Every list without repetition of any of these values.
    static func arrangements(of values: [Int]) -> [[Int]] {
        [[]]
            + values.flatMap { first in
                arrangements(of: values.filter { $0 != first }).map { [first] + $0 }
            }
    }
}
