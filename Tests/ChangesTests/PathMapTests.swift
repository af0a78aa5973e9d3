import Changes
import Testing

@Suite(.timeLimit(.minutes(5))) struct PathMapTests {
    /// Batch reading: of three deletions before it a row moves up by three, though each names a place before any.
    @Test func deletionsAreReadAsABatch() {
        let map = PathMap([2, 3, 4].map { .rowDeleted(path($0)) }.changeSet)
        #expect(map[path(5)] == path(2))
        #expect(map[path(3)] == nil)
        #expect(map[path(1)] == path(1))
    }

    @Test func anInsertionAtOrBeforeARowPushesItDown() {
        let map = PathMap([.rowInserted(path(2))])
        #expect(map[path(2)] == path(3))
        #expect(map[path(1)] == path(1))
    }

    @Test func aMovedRowIsAtItsNewPositionAndIsNoAnchor() {
        let map = PathMap([.rowMoved(from: path(0), to: path(3))])
        #expect(map[path(0)] == path(3))
        #expect(map.unmoved(path(0)) == nil)
        #expect(map[path(3)] == path(2))
        #expect(map[path(4)] == path(4))
    }

    @Test func sectionsShiftAndTakeTheirRowsWithThem() {
        let map = PathMap([.sectionDeleted(0), .sectionInserted(1)])
        #expect(map[IndexPath(section: 0, row: 7)] == nil)
        #expect(map[IndexPath(section: 1, row: 7)] == IndexPath(section: 0, row: 7))
        #expect(map[IndexPath(section: 2, row: 7)] == IndexPath(section: 2, row: 7))
    }

    @Test func aMovedSectionTakesItsRowsWithIt() {
        let map = PathMap([
            .sectionMoved(from: 1, to: 3), .rowDeleted(IndexPath(section: 1, row: 0)),
            .rowInserted(IndexPath(section: 3, row: 1)), .rowMoved(from: IndexPath(section: 1, row: 2), to: path(0)),
        ])
        #expect(map.section(1) == 3 && map.section(2) == 1 && map.section(3) == 2 && map.section(4) == 4)
        #expect(map[IndexPath(section: 1, row: 0)] == nil)
        #expect(map[IndexPath(section: 1, row: 1)] == IndexPath(section: 3, row: 0))
        #expect(map.unmoved(IndexPath(section: 1, row: 3)) == IndexPath(section: 3, row: 2))
        #expect(map[IndexPath(section: 1, row: 2)] == path(0))
        #expect(map[path(4)] == path(5))
    }

    /// For every pair of small lists, each remaining row is found at its position.
    @Test func everySmallChangeSetMapsEveryRow() {
        let lists = arrangements(of: [1, 2, 3, 4])
        for old in lists {
            for new in lists {
                let map = PathMap(ListDifference(from: old, to: new).changeSet())
                for (row, value) in old.enumerated() {
                    #expect(map[path(row)] == new.firstIndex(of: value).map(path))
                }
            }
        }
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(section: 0, row: row) }
}

extension [Change] {
    fileprivate var changeSet: ChangeSet { ChangeSet(self) }
}
