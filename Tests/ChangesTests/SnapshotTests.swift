import Changes
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SnapshotTests {
    typealias TestSnapshot = Snapshot<TestHeader, TestRow>

    @Test func anEmptySnapshotHasNothing() {
        #expect(TestSnapshot().sections.isEmpty)
        #expect(TestSnapshot().changeSet(to: TestSnapshot()).isEmpty)
    }

    @Test func aDuplicateIsRefusedByName() {
        #expect(throws: SnapshotError.duplicateItem(id: "7", path(0, 1), path(1, 2))) {
            try TestSnapshot([section(0, [6, 7]), section(1, [8, 9, 7])])
        }
        #expect(throws: SnapshotError.duplicateSection(id: "4", 0, 2)) {
            try TestSnapshot([section(4, []), section(5, []), section(4, [])])
        }
        let error = SnapshotError.duplicateItem(id: "7", path(0, 1), path(1, 2))
        #expect(error.description == "the rows at 0-1 and 1-2 are both 7")
    }

    @Test func sameIdentityAndOtherContentIsAChange() throws {
        let old = try TestSnapshot([section(0, [1, 2])])
        let new = try TestSnapshot([
            TestSection(TestHeader(id: 0), items: [TestRow(id: 1), TestRow(id: 2, content: 5)])
        ])
        #expect(old.changeSet(to: new) == [.rowChanged(path(0, 1))])
    }

    @Test func aRowMovesAndChangesAtOnce() throws {
        let old = try TestSnapshot([section(0, [1, 2, 3])])
        let new = try TestSnapshot([
            TestSection(TestHeader(id: 0), items: [TestRow(id: 2), TestRow(id: 3), TestRow(id: 1, content: 5)])
        ])
        let changes: ChangeSet = [.rowMoved(from: path(0, 0), to: path(0, 2)), .rowChanged(path(0, 0))]
        #expect(old.changeSet(to: new) == changes)
    }

    @Test func aSectionMovesAsOne() throws {
        let old = try TestSnapshot([section(0, [1, 2]), section(1, [3]), section(2, [4])])
        let new = try TestSnapshot([section(1, [3]), section(2, [4]), section(0, [1, 2])])
        #expect(old.changeSet(to: new) == [.sectionMoved(from: 0, to: 2)])
    }

    @Test func anotherHeaderChangesTheSection() throws {
        let old = try TestSnapshot([TestSection(TestHeader(id: 0, title: "a"), items: [TestRow(id: 1)])])
        let new = try TestSnapshot([TestSection(TestHeader(id: 0, title: "b"), items: [TestRow(id: 1)])])
        #expect(old.changeSet(to: new) == [.sectionChanged(0)])
    }

    @Test func aRowMovesIntoANewSectionAndOutOfAnOldOne() throws {
        let old = try TestSnapshot([section(0, [1, 2])])
        let new = try TestSnapshot([section(1, [3, 2])])
        let changes: ChangeSet = [
            .sectionDeleted(0), .sectionInserted(0), .rowMoved(from: path(0, 1), to: path(0, 1)),
        ]
        #expect(old.changeSet(to: new) == changes)
    }

    @Test func identitiesOfSeveralTypesGoIntoOneList() throws {
        struct Mixed: Identifiable, Equatable { let id: AnyHashable }
        let same = try Snapshot([SnapshotSection(TestHeader(id: 0), items: [Mixed(id: 1), Mixed(id: "1")])])
        let other = try Snapshot([SnapshotSection(TestHeader(id: 0), items: [Mixed(id: "1"), Mixed(id: 1)])])
        #expect(same.changeSet(to: other).changes.count == 1)
        #expect(throws: SnapshotError.self) {
            try Snapshot([SnapshotSection(TestHeader(id: 0), items: [Mixed(id: 1), Mixed(id: 1.0)])])
        }
    }

    /// Old lists up to the names of their sections and rows, new lists of all kinds, with some rows changed.
    @Test func everySmallSnapshotTurnsIntoEveryOther() throws {
        let olds =
            [[]] + (0...4).map { [section(0, Array(0..<$0))] }
            + (0...4).flatMap { count in
                (0...count).map { [section(0, Array(0..<$0)), section(1, Array($0..<count))] }
            }
        let news = smallLists(sections: [0, 1, 2], rows: [0, 1, 2, 3])
        var salt = 0
        for old in olds {
            for var new in news {
                salt += 1
                for section in new.indices {
                    for row in new[section].items.indices { new[section].items[row].content = salt >> row & 1 }
                }
                try check(from: old, to: new)
            }
        }
    }

    @Test func largeSnapshotsTurnIntoOthers() throws {
        var random = SeededGenerator.announced("largeSnapshotsTurnIntoOthers")
        for _ in 0..<20 {
            let old = Self.random(&random, from: Self.random(&random, from: []))
            try check(from: old, to: Self.random(&random, from: old))
        }
    }

    private func check(from old: [TestSection], to new: [TestSection]) throws {
        let changes = try TestSnapshot(old).changeSet(to: TestSnapshot(new))
        let outcome = try changes.apply(to: old.map(\.items), new: new.map(\.items))
        #expect(outcome == new.map(\.items), "\(changes)")
        #expect(changes.changes.count { $0.isRowMove } == Self.leastMoves(from: old, to: new))
        #expect(changes.changes.count { $0.isRowChange } == Self.changedRows(from: old, to: new))
    }

    /// Rows that are in both lists but not in one section's longest run.
    private static func leastMoves(from old: [TestSection], to new: [TestSection]) -> Int {
        let known = Set(old.flatMap(\.items).map(\.id))
        return new.reduce(0) { sum, section in
            let home = old.first { $0.header.id == section.header.id }?.items.map(\.id) ?? []
            let places = Dictionary(uniqueKeysWithValues: zip(home, home.indices))
            return sum + section.items.count { known.contains($0.id) }
                - longestRun(section.items.compactMap { places[$0.id] })
        }
    }

    private static func changedRows(from old: [TestSection], to new: [TestSection]) -> Int {
        let contents = Dictionary(uniqueKeysWithValues: old.flatMap(\.items).map { ($0.id, $0.content) })
        return new.flatMap(\.items).count { contents[$0.id] ?? $0.content != $0.content }
    }

    /// A list that shares much with another: blocks and single rows gone, new, moved and changed, in other sections.
    private static func random(_ random: inout SeededGenerator, from old: [TestSection]) -> [TestSection] {
        var rows = old.flatMap(\.items).filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
        let start = Int.random(in: 0...rows.count, using: &random)
        rows.removeSubrange(start..<min(rows.count, start + Int.random(in: 0..<80, using: &random)))
        while rows.count < 500 {
            let row = TestRow(id: Int(truncatingIfNeeded: random.next()))
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
        }
        for _ in 0..<40 {
            let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
            rows[Int.random(in: 0..<rows.count, using: &random)].content += 1
        }
        var rest = rows[...]
        return (0..<6).shuffled(using: &random).prefix(5).map { id in
            let part = rest.prefix(rows.count / 5)
            rest = rest.dropFirst(part.count)
            return TestSection(TestHeader(id: id), items: Array(part))
        }
    }
}

extension Change {
    fileprivate var isRowMove: Bool { if case .rowMoved = self { true } else { false } }
    fileprivate var isRowChange: Bool { if case .rowChanged = self { true } else { false } }
}
