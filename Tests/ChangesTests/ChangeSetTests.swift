import Changes
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChangeSetTests {
    private let everyKind: ChangeSet = [
        .sectionInserted(1), .sectionDeleted(2), .sectionChanged(3), .sectionMoved(from: 4, to: 5),
        .rowInserted(path(1, 2)), .rowDeleted(path(1, 3)), .rowChanged(path(2, 4)),
        .rowMoved(from: path(1, 2), to: path(3, 4)),
    ]

    @Test func describesAChangeSet() {
        #expect(
            everyKind.description == """
                [Inserted Section:1, Deleted Section:2, Changed Section:3, Moved Section:4 to:5, Inserted Row:1-2, \
                Deleted Row:1-3, Changed Row:2-4, Moved Row:1-2 to:3-4]
                """)
    }

    @Test func changeSetsAreEqualWhenTheirChangesAre() {
        #expect(ChangeSet([.sectionInserted(1)]) == [.sectionInserted(1)])
        #expect(ChangeSet([.sectionInserted(1)]) != [.sectionDeleted(1)])
        #expect(ChangeSet().isEmpty && !everyKind.isEmpty)
    }

    @Test func anOffsetShiftsSectionsAndRows() {
        #expect(
            everyKind.offset(sections: 2, rows: 10) == [
                .sectionInserted(3), .sectionDeleted(4), .sectionChanged(5), .sectionMoved(from: 6, to: 7),
                .rowInserted(path(3, 12)), .rowDeleted(path(3, 13)), .rowChanged(path(4, 14)),
                .rowMoved(from: path(3, 12), to: path(5, 14)),
            ])
        #expect(everyKind.offset(sections: 3, rows: 1)?.offset(sections: -3, rows: -1) == everyKind)
    }

    @Test func anOffsetIsAppliedWholeOrNotAtAll() {
        #expect(everyKind.offset(sections: -1) != nil)
        #expect(everyKind.offset(sections: -2) == nil)
        #expect(everyKind.offset(rows: -3) == nil)
        #expect(Change.rowMoved(from: path(0, 1), to: path(0, 9)).offset(rows: -2) == nil)
        #expect(Change.rowMoved(from: path(0, 9), to: path(0, 1)).offset(rows: -2) == nil)
        #expect(Change.sectionMoved(from: 0, to: 3).offset(sections: -1) == nil)
        #expect(Change.sectionMoved(from: 3, to: 0).offset(sections: -1) == nil)
        #expect(Change.sectionInserted(0).offset(rows: -5) == .sectionInserted(0))
    }

    @Test func aCopyIsIndependent() {
        let original: ChangeSet = [.rowInserted(path(0, 0))]
        var copy = original
        copy.changes.append(.rowInserted(path(0, 1)))
        _ = copy.offset(sections: 4)
        #expect(original == [.rowInserted(path(0, 0))])
    }

    @Test func cleaningUpMergesASectionThatWasReplaced() {
        let replaced: ChangeSet = [.sectionInserted(1), .sectionDeleted(1), .sectionInserted(2), .sectionDeleted(2)]
        #expect(replaced.cleanedUp() == [.sectionChanged(1), .sectionChanged(2)])
    }

    @Test func cleaningUpLeavesOtherOrdersAlone() {
        let others: [ChangeSet] = [
            [.sectionDeleted(1), .sectionInserted(1)],
            [.sectionInserted(1), .rowChanged(path(0, 0)), .sectionDeleted(1)],
            [.sectionInserted(1), .sectionDeleted(0)],
            [.rowChanged(path(1, 0)), .sectionDeleted(0)],
        ]
        for changes in others { #expect(changes.cleanedUp() == changes) }
    }

    @Test func cleaningUpListsNothingTwice() {
        let changes: ChangeSet = [
            .rowDeleted(path(0, 1)), .rowDeleted(path(0, 1)), .rowMoved(from: path(1, 0), to: path(1, 0)),
            .rowChanged(path(1, 0)), .sectionMoved(from: 2, to: 2),
        ]
        #expect(changes.cleanedUp() == [.rowDeleted(path(0, 1)), .rowChanged(path(1, 0)), .sectionChanged(2)])
    }

    /// [a, b, c] reversed: a and b move, b from 1 to 1. Without that move, the list would differ.
    @Test func aMoveToTheSamePositionIsAllowed() throws {
        let turned: ChangeSet = [
            .rowMoved(from: path(0, 1), to: path(0, 1)), .rowMoved(from: path(0, 0), to: path(0, 2)),
        ]
        #expect(turned.cleanedUp() == turned)
        #expect(try turned.apply(to: [["a", "b", "c"]], new: [["c", "b", "a"]]) == [["c", "b", "a"]])
    }

    /// The sections [a, b, c, d] become [x, a, y, b, d]: y is inserted at 2, where c was, although c would be at 3 by
    /// then.
    @Test func aSectionThatWouldMoveIsNotMerged() {
        let changes: ChangeSet = [.sectionInserted(0), .sectionInserted(2), .sectionDeleted(2)]
        #expect(changes.cleanedUp() == changes)
    }

    @Test func cleaningUpKeepsTheResult() throws {
        for old in 0...4 {
            let old = Array(0..<old)
            for new in arrangements(of: [0, 1, 2, 3]) {
                for changes in explanations(
                    from: old, to: new, deleted: { .rowDeleted(path(0, $0)) }, inserted: { .rowInserted(path(0, $0)) },
                    moved: { .rowMoved(from: path(0, $0), to: path(0, $1)) })
                {
                    #expect(try changes.cleanedUp().apply(to: [old], new: [new]) == [new], "\(changes)")
                }
                for changes in explanations(
                    from: old, to: new, deleted: Change.sectionDeleted, inserted: Change.sectionInserted,
                    moved: Change.sectionMoved)
                {
                    let lists = (old.map { [$0] }, new.map { [$0] })
                    let shuffled = ChangeSet(
                        changes.changes.sorted { $0.description.suffix(1) < $1.description.suffix(1) })
                    #expect(try shuffled.cleanedUp().apply(to: lists.0, new: lists.1) == lists.1, "\(shuffled)")
                }
            }
        }
    }

    @Test func aChangeNamesItsSectionAndRow() {
        let changes: [Change] = [
            .sectionInserted(1), .sectionDeleted(2), .sectionChanged(3), .sectionMoved(from: 4, to: 5),
            .rowInserted(path(1, 2)), .rowDeleted(path(3, 4)), .rowChanged(path(5, 6)),
            .rowMoved(from: path(7, 8), to: path(9, 10)),
        ]
        #expect(changes.map(\.oldSection) == [nil, 2, 3, 4, nil, 3, 5, 7])
        #expect(changes.map(\.newSection) == [1, nil, nil, 5, 1, nil, nil, 9])
        #expect(changes.map(\.oldPath) == [nil, nil, nil, nil, nil, path(3, 4), path(5, 6), path(7, 8)])
        #expect(changes.map(\.newPath) == [nil, nil, nil, nil, path(1, 2), nil, nil, path(9, 10)])
    }
}
