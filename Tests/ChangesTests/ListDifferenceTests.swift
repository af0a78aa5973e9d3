import Changes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListDifferenceTests {
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

    /// Every list of up to four of five rows against every other: applying the difference gives the new list, and no
    /// smaller number of moves would.
    @Test func everySmallDifferenceIsExactAndMinimal() throws {
        let lists = arrangements(of: Array(0..<5)).filter { $0.count <= 4 }
        for old in lists {
            for new in lists {
                let difference = ListDifference(from: old, to: new)
                #expect(try difference.changeSet().apply(to: [old], new: [new]) == [new])
                #expect(difference.moves.count == Self.leastMoves(from: old, to: new))
            }
        }
    }

    /// Identities that are not unique are a mistake, but no reason to lose a row.
    @Test func listsWithDuplicatesAreExactAsWell() throws {
        let lists = arrangements(of: Array(0..<5)).filter { $0.count <= 4 }.map { $0.map { $0 / 2 } }
        for old in lists {
            for new in lists {
                let changes = ListDifference(from: old, to: new).changeSet()
                #expect(try changes.apply(to: [old], new: [new]) == [new])
            }
        }
    }

    /// Long enough that looking ahead is given up and all is found in the table.
    @Test func shuffledLongListsAreExact() throws {
        var random = SeededGenerator.announced("shuffledLongListsAreExact")
        let old = Array(0..<3_000).shuffled(using: &random)
        let new = Array(500..<3_500).shuffled(using: &random)
        let difference = ListDifference(from: old, to: new)
        #expect(difference.deletions.count == 500 && difference.insertions.count == 500)
        #expect(try difference.changeSet().apply(to: [old], new: [new]) == [new])
        #expect(difference.moves.count == Self.leastMoves(from: old, to: new))
    }

    @Test func aReinsertedRowMovesOnlyToAnotherPosition() {
        func difference(_ former: [(Int, at: Int)], _ present: [(Int, at: Int)]) -> ListDifference {
            ListDifference(
                from: former.map { ListDifference.Row($0.0, at: $0.at) },
                to: present.map { ListDifference.Row($0.0, at: $0.at) })
        }
        #expect(difference([(1, at: 3)], [(1, at: 3)]).isEmpty)
        #expect(difference([(1, at: 3)], [(1, at: 7)]).moves.map { [$0.from, $0.to] } == [[3, 7]])
        #expect(difference([(1, at: 3)], []).deletions == [3])
        #expect(difference([], [(1, at: 3)]).insertions == [3])
        let other = difference([(1, at: 3)], [(2, at: 3)])
        #expect(other.deletions == [3] && other.insertions == [3] && other.moves.isEmpty)
    }

    private static func leastMoves(from old: [Int], to new: [Int]) -> Int {
        let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let common = new.compactMap { places[$0] }
        return common.count - longestRun(common)
    }
}
