import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DifferenceTests {
    @Test func equalDocumentsDoNotDiffer() {
        #expect(JSON.difference(from: ["a": [1, 2.0], "b": nil], to: ["b": nil, "a": [1.0, 2]]).isEmpty)
        #expect(JSON.difference(from: nil, to: nil).isEmpty)
    }

    @Test func aScalarIsReplaced() {
        #expect(
            JSON.difference(from: ["a": ["b": 1, "c": 2]], to: ["a": ["b": 1, "c": 3]]) == [
                .replace(path: "/a/c", value: 3)
            ])
        #expect(JSON.difference(from: 1, to: [1]) == [.replace(path: "", value: [1])])
        #expect(JSON.difference(from: ["a": []], to: ["a": [:]]) == [.replace(path: "/a", value: [:])])
    }

    @Test func membersAreAddedAndRemoved() {
        #expect(
            JSON.difference(from: ["a": 1, "b": 2], to: ["b": 2, "c/~": nil])
                == [.remove(path: "/a"), .add(path: "/c~1~0", value: nil)])
    }

    @Test func pathsStartAtTheGivenPrefix() {
        #expect(JSON.difference(from: 1, to: 2, at: "/x") == [.replace(path: "/x", value: 2)])
        #expect(JSON.difference(from: [1], to: [1, 2], at: "/x") == [.add(path: "/x/1", value: 2)])
    }

    @Test func elementsAreKept() {
        let old: JSON = [["id": 1], ["id": 2], ["id": 3], ["id": 4]]
        #expect(JSON.difference(from: old, to: [["id": 2], ["id": 3], ["id": 4]]) == [.remove(path: "/0")])
        #expect(
            JSON.difference(from: old, to: [["id": 1], ["id": 2], "new", ["id": 3], ["id": 4]])
                == [.add(path: "/2", value: "new")])
        #expect(
            JSON.difference(from: old, to: [["id": 1], ["id": 2, "x": 0], ["id": 3], ["id": 4]])
                == [.add(path: "/1/x", value: 0)])
    }

    /// Far from the ends, and among elements that occur more than once.
    @Test func aSmallChangeIsASmallPatch() throws {
        let old = (0..<1_000).map { JSON.int(Int64($0 / 2)) }
        var new = old
        new.insert("first", at: 0)
        new.remove(at: 400)
        new[700] = "changed"
        new.append("last")
        let operations = JSON.difference(from: .array(old), to: .array(new))
        #expect(operations.count <= 6)
        #expect(try JSON.array(old).applying(.array(operations.map(\.json))) == .array(new))
    }

    @Test func applyingADifferenceGivesTheOtherDocument() throws {
        var generator = SeededGenerator.announced("applyingADifferenceGivesTheOtherDocument")
        for _ in 0..<4_000 {
            let old = RandomJSON.value(depth: 4, &generator)
            let isChange = Int.random(in: 0..<5, using: &generator) > 0
            let new = isChange ? RandomJSON.changed(old, &generator) : RandomJSON.value(depth: 4, &generator)
            let operations = JSON.difference(from: old, to: new)
            #expect(operations.isEmpty == (old == new))
            let result = try old.applying(.array(operations.map(\.json)))
            #expect(result == new, "from \(old.text) to \(new.text)")
        }
    }

    @Test func everyShortListTurnsIntoEveryOther() throws {
        var lists: [[JSON]] = [[]]
        for length in 1...4 {
            lists += lists.filter { $0.count == length - 1 }.flatMap { list in [0, 1, [0]].map { list + [$0] } }
        }
        for old in lists {
            for new in lists {
                let operations = JSON.difference(from: .array(old), to: .array(new))
                #expect(try JSON.array(old).applying(.array(operations.map(\.json))) == .array(new))
                #expect(operations.count <= old.count + new.count)
            }
        }
    }
}
