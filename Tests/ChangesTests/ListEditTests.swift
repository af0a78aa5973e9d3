import Changes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ListEditTests {
    @Test func oneMoveIsOneStep() {
        let steps = ListEdit.steps(from: [section(0, [1, 2, 3])], to: [section(0, [2, 3, 1])])
        #expect(steps == [.moveRow(from: path(0, 0), to: path(0, 2))])
    }

    @Test func aRowMovesBetweenSections() {
        let old = [section(0, [1, 2]), section(9, [3])]
        let new = [section(0, [2]), section(9, [1, 3])]
        #expect(ListEdit.steps(from: old, to: new) == [.moveRow(from: path(0, 0), to: path(1, 0))])
    }

    /// Batch changes become sequential steps. Here three neighbours of eight rows are deleted.
    @Test func neighboursAreRemovedFromTheEndOn() {
        let steps = ListEdit.steps(
            from: [section(0, [1, 2, 3, 4, 5, 6, 7, 8])], to: [section(0, [1, 2, 6, 7, 8])])
        #expect(steps == [4, 3, 2].map { .removeRow(path(0, $0)) })
    }

    @Test func rowsOfInsertedOrDeletedSectionsAreListedOneByOne() {
        let steps = ListEdit.steps(from: [section(0, [1, 2])], to: [section(9, [2, 3])])
        #expect(
            steps == [
                .removeRow(path(0, 0)), .insertSection(0, target: 0),
                .moveRow(from: path(1, 0), to: path(0, 0)), .insertRow(path(0, 1), target: path(0, 1)),
                .removeSection(1),
            ])
    }

    @Test func contentIsIgnored() {
        let old = [TestSection(TestHeader(id: 0, title: "a"), items: [TestRow(id: 1, content: 1)])]
        let new = [TestSection(TestHeader(id: 0, title: "b"), items: [TestRow(id: 1, content: 2)])]
        #expect(ListEdit.steps(from: old, to: new).isEmpty)
    }

    @Test func everySmallListTurnsIntoEveryOther() {
        let lists = arrangements(of: [1, 2, 3, 4])
        for old in lists {
            for new in lists { check(from: [section(0, old)], to: [section(0, new)]) }
        }
    }

    @Test func randomSectionsTurnIntoOthers() {
        var random = SeededGenerator.announced("randomSectionsTurnIntoOthers")
        for _ in 0..<2_000 { check(from: Self.randomSections(&random), to: Self.randomSections(&random)) }
    }

    private func check(from old: [TestSection], to new: [TestSection]) {
        var list = old
        for step in ListEdit.steps(from: old, to: new) { Self.perform(step, on: &list, target: new) }
        #expect(list == new, "\(old) to \(new)")
    }

    private static func perform(_ step: ListEdit, on list: inout [TestSection], target: [TestSection]) {
        switch step {
        case .removeRow(let path): list[path.section].items.remove(at: path.row)
        case .insertSection(let place, let number): list.insert(TestSection(target[number].header), at: place)
        case .moveSection(let from, let to): list.insert(list.remove(at: from), at: to)
        case .moveRow(let from, let to):
            let row = list[from.section].items.remove(at: from.row)
            list[to.section].items.insert(row, at: to.row)
        case .insertRow(let path, let place):
            list[path.section].items.insert(target[place.section].items[place.row], at: path.row)
        case .removeSection(let place):
            #expect(list[place].items.isEmpty)
            list.remove(at: place)
        case .changeSection, .changeRow: Issue.record("A change of content is not a step.")
        }
    }

    private static func randomSections(_ random: inout SeededGenerator) -> [TestSection] {
        var rows = Array(0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random))
        return (100..<104).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map { id in
            let count = Int.random(in: 0...rows.count, using: &random)
            defer { rows = rows.dropFirst(count) }
            return section(id, Array(rows.prefix(count)))
        }
    }
}
