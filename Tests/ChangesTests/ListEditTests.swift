import Changes
import Testing

@Suite struct ListEditTests {
    typealias Sections = [SectionRows<Int>]

    @Test func oneMoveIsOneStep() {
        let steps = ListEdit.steps(from: [section(0, [1, 2, 3])], to: [section(0, [2, 3, 1])])
        #expect(steps == [.moveRow(from: path(0, 0), to: path(0, 2))])
    }

    @Test func aRowMovesBetweenSections() {
        let old = [section(0, [1, 2]), section(9, [3])]
        let new = [section(0, [2]), section(9, [1, 3])]
        #expect(ListEdit.steps(from: old, to: new) == [.moveRow(from: path(0, 0), to: path(1, 0))])
    }

    /// Batch changes read as sequential steps: the vector [a…h] with three neighbours deleted.
    @Test func neighboursAreRemovedFromTheEndOn() {
        let steps = ListEdit.steps(
            from: [section(0, [1, 2, 3, 4, 5, 6, 7, 8])], to: [section(0, [1, 2, 6, 7, 8])])
        #expect(steps == [4, 3, 2].map { .removeRow(path(0, $0)) })
    }

    @Test func everySmallListTurnsIntoEveryOther() {
        let lists = ListDifferenceTests.arrangements(of: [1, 2, 3, 4])
        for old in lists {
            for new in lists { check(from: [section(0, old)], to: [section(0, new)]) }
        }
    }

    @Test func randomSectionsTurnIntoOthers() {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed", seed)
        var random = SplitMix(state: seed)
        for _ in 0..<2_000 {
            check(from: Self.randomSections(&random), to: Self.randomSections(&random), seed: seed)
        }
    }

    private func check(from old: Sections, to new: Sections, seed: UInt64 = 0) {
        var list = old
        for step in ListEdit.steps(from: old, to: new) { Self.perform(step, on: &list, target: new) }
        #expect(list == new, "seed \(seed): \(old) to \(new)")
    }

    private static func perform(_ step: ListEdit, on list: inout Sections, target: Sections) {
        switch step {
        case .removeRow(let path): list[path.section].rows.remove(at: path.row)
        case .insertSection(let place, let number): list.insert(SectionRows(id: target[number].id, rows: []), at: place)
        case .moveSection(let from, let to): list.insert(list.remove(at: from), at: to)
        case .moveRow(let from, let to):
            let row = list[from.section].rows.remove(at: from.row)
            list[to.section].rows.insert(row, at: to.row)
        case .insertRow(let path, let place):
            list[path.section].rows.insert(target[place.section].rows[place.row], at: path.row)
        case .removeSection(let place): list.remove(at: place)
        }
    }

    private static func randomSections(_ random: inout SplitMix) -> Sections {
        var rows = Array(0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random))
        return (100..<104).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).map { id in
            let count = Int.random(in: 0...rows.count, using: &random)
            defer { rows = rows.dropFirst(count) }
            return SectionRows(id: id, rows: Array(rows.prefix(count)))
        }
    }

    private func section(_ id: Int, _ rows: [Int]) -> SectionRows<Int> { SectionRows(id: id, rows: rows) }
    private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }
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
