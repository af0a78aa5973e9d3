import Changes
import Testing

/// Converts batch coordinates to steps, and applies them.
@Suite(.timeLimit(.minutes(5))) struct ApplyTests {
    @Test func deletionsMovesInsertionsAndChangesAreReadAsABatch() throws {
        let changes: ChangeSet = [
            .rowDeleted(path(0, 2)), .rowDeleted(path(0, 3)), .rowMoved(from: path(0, 5), to: path(0, 1)),
            .rowInserted(path(0, 0)), .rowChanged(path(0, 0)),
        ]
        let list = try changes.apply(to: [["a", "b", "c", "d", "e", "f"]], new: [["X", "?", "a'", "?", "?"]])
        #expect(list == [["X", "f", "a'", "b", "e"]])
    }

    @Test func aMovedRowAndAnInsertedOne() throws {
        let changes: ChangeSet = [.rowMoved(from: path(0, 0), to: path(0, 4)), .rowInserted(path(0, 1))]
        let list = try changes.apply(to: [["f", "a", "b", "c"]], new: [["?", "X", "?", "?", "?"]])
        #expect(list == [["a", "X", "b", "c", "f"]])
    }

    @Test func neighboursAreRemovedFromTheEndOn() throws {
        let changes = ChangeSet([2, 3, 4].map { .rowDeleted(path(0, $0)) })
        #expect(try changes.edits(from: [8], to: [5]) == [4, 3, 2].map { .removeRow(path(0, $0)) })
        let kept = try changes.apply(to: [Array("abcdefgh")], counts: [5]) { _ in "?" }
        #expect(kept == [Array("abfgh")])
    }

    /// A child of three rows at row 2 is removed: the selection of rows below it stays.
    @Test func removesTheRowsOfARemovedChild() throws {
        let changes = ChangeSet([2, 3, 4].map { .rowDeleted(path(0, $0)) })
        #expect(PathMap(changes)[path(0, 5)] == path(0, 2))
    }

    @Test func aMovedSectionTakesItsRowsAlongAndTheyKeepTheirCoordinates() throws {
        let changes: ChangeSet = [
            .sectionMoved(from: 0, to: 2), .rowDeleted(path(0, 0)), .rowInserted(path(2, 2)), .rowChanged(path(0, 1)),
            .rowMoved(from: path(0, 2), to: path(0, 0)),
        ]
        let new = [["c", "x"], ["y"], ["b'", "d", "n"]]
        #expect(try changes.apply(to: [["a", "b", "c", "d"], ["x"], ["y"]], new: new) == new)
        #expect(
            try changes.edits(from: [4, 1, 1], to: [2, 1, 3]) == [
                .removeRow(path(0, 0)), .moveSection(from: 0, to: 2), .moveRow(from: path(2, 1), to: path(0, 0)),
                .insertRow(path(2, 2), target: path(2, 2)), .changeRow(path(2, 0)),
            ])
    }

    @Test func aRowThatMovesAndChangesIsChangedWhereItGoes() throws {
        let changes: ChangeSet = [.rowMoved(from: path(0, 0), to: path(0, 1)), .rowChanged(path(0, 0))]
        #expect(try changes.apply(to: [["a", "b"]], new: [["b", "a'"]]) == [["b", "a'"]])
        #expect(
            try changes.edits(from: [2], to: [2]) == [
                .moveRow(from: path(0, 0), to: path(0, 1)), .changeRow(path(0, 1)),
            ])
    }

    @Test func insertedOrChangedSectionsImplyTheirRows() throws {
        let changes: ChangeSet = [.sectionDeleted(0), .sectionInserted(1), .sectionChanged(1)]
        let new = [["p", "q", "r"], ["n"]]
        #expect(try changes.apply(to: [["a", "b"], ["x"]], new: new) == new)
    }

    @Test func rowsMoveOutOfADeletedSection() throws {
        let changes: ChangeSet = [.sectionDeleted(0), .sectionInserted(0), .rowMoved(from: path(0, 1), to: path(0, 0))]
        #expect(try changes.apply(to: [["a", "b"]], new: [["?", "n"]]) == [["b", "n"]])
        #expect(PathMap(changes)[path(0, 1)] == path(0, 0))
    }

    @Test(
        arguments: [
            ([.rowDeleted(path(0, 2))], .noSuchPlace(.rowDeleted(path(0, 2)))),
            ([.rowInserted(path(1, 0))], .noSuchPlace(.rowInserted(path(1, 0)))),
            ([.rowChanged(path(0, -1))], .noSuchPlace(.rowChanged(path(0, -1)))),
            ([.sectionDeleted(1)], .noSuchPlace(.sectionDeleted(1))),
            ([.sectionMoved(from: 0, to: 1)], .noSuchPlace(.sectionMoved(from: 0, to: 1))),
            (
                [.rowDeleted(path(0, 1)), .rowDeleted(path(0, 1))],
                .contradiction(.rowDeleted(path(0, 1)), .rowDeleted(path(0, 1)))
            ),
            (
                [.rowDeleted(path(0, 1)), .rowMoved(from: path(0, 1), to: path(0, 0))],
                .contradiction(.rowDeleted(path(0, 1)), .rowMoved(from: path(0, 1), to: path(0, 0)))
            ),
            (
                [.rowInserted(path(0, 0)), .rowMoved(from: path(0, 1), to: path(0, 0))],
                .contradiction(.rowInserted(path(0, 0)), .rowMoved(from: path(0, 1), to: path(0, 0)))
            ),
            (
                [.rowDeleted(path(0, 1)), .rowInserted(path(0, 1)), .rowChanged(path(0, 1))],
                .contradiction(.rowChanged(path(0, 1)), .rowDeleted(path(0, 1)))
            ),
            (
                [.sectionDeleted(0), .sectionInserted(0), .sectionChanged(0)],
                .contradiction(.sectionChanged(0), .sectionDeleted(0))
            ),
            ([.rowDeleted(path(0, 0))], .wrongRowCount(section: 0, expected: 2, found: 1)),
            ([.sectionDeleted(0)], .wrongSectionCount(expected: 1, found: 0)),
        ] as [(ChangeSet, ChangeSetError)])
    func refusesAContradiction(_ changes: ChangeSet, _ error: ChangeSetError) {
        #expect(throws: error) { try changes.apply(to: [["a", "b"]], new: [["c", "d"]]) }
    }

    @Test func anErrorNamesTheChanges() {
        let error = ChangeSetError.contradiction(.rowDeleted(path(0, 1)), .rowMoved(from: path(0, 1), to: path(0, 0)))
        #expect(error.description == "Deleted Row:0-1 and Moved Row:0-1 to:0-0 contradict each other")
    }

    @Test func everyChangeSetOfASmallListAppliesCorrectly() throws {
        for count in 0...4 {
            let old = Array(0..<count)
            for new in arrangements(of: [0, 1, 2, 3]) {
                for changes in explanations(
                    from: old, to: new, deleted: { .rowDeleted(path(0, $0)) }, inserted: { .rowInserted(path(0, $0)) },
                    moved: { .rowMoved(from: path(0, $0), to: path(0, $1)) })
                {
                    #expect(try changes.apply(to: [old], new: [new]) == [new], "\(changes)")
                    let map = PathMap(changes)
                    #expect(old.indices.allSatisfy { map[path(0, $0)]?.row == new.firstIndex(of: old[$0]) })
                }
            }
        }
    }

    @Test func everyChangeSetOfSmallSectionsAppliesCorrectly() throws {
        for count in 0...4 {
            let old = (0..<count).map { [$0 * 2, $0 * 2 + 1] }
            for ids in arrangements(of: [0, 1, 2, 3]) {
                let new = ids.map { [$0 * 2, $0 * 2 + 1] }
                for changes in explanations(
                    from: Array(0..<count), to: ids, deleted: Change.sectionDeleted, inserted: Change.sectionInserted,
                    moved: Change.sectionMoved)
                {
                    #expect(try changes.apply(to: old, new: new) == new, "\(changes)")
                    let map = PathMap(changes)
                    #expect(old.indices.allSatisfy { map[path($0, 1)] == ids.firstIndex(of: $0).map { path($0, 1) } })
                }
            }
        }
    }
}
