import Changes
import Tables
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite(.timeLimit(.minutes(5))) struct ChangeHistoryTests {
    private func change(_ rows: [Int64: FormerRow]) -> RowChanges {
        RowChanges(tables: [ExactName("t"): .rows(RowChanges.Rows(numbers: rows))])
    }

    private func before(_ number: Int64) -> FormerRow {
        .present(FormerValues(columns: [0], values: [.integer(number)]))
    }

    @Test func aListCatchesUpFromItsPosition() {
        var history = ChangeHistory()
        let start = history.position
        history.append(change([1: before(1)]))
        let middle = history.position
        history.append(change([1: before(2), 2: .absent]))
        #expect(history.changes(since: start) == change([1: before(1), 2: .absent]))
        #expect(history.changes(since: middle) == change([1: before(2), 2: .absent]))
        #expect(history.changes(since: history.position)?.isEmpty == true)
    }

    @Test func anEmptyCommitIsNoChange() {
        var history = ChangeHistory()
        history.append(RowChanges())
        #expect(history.position == 0)
    }

    @Test func anUnknownChangeOutdatesAllLists() {
        var history = ChangeHistory()
        history.append(change([1: .unknown]))
        let before = history.position
        history.append(nil)
        let after = history.position
        history.append(change([2: .unknown]))
        #expect(history.changes(since: before) == nil && history.changes(since: 0) == nil)
        #expect(history.changes(since: after) == change([2: .unknown]))
        #expect(history.changes(since: history.position + 1) == nil)
    }

    @Test func anUnknownTableStaysUnknown() {
        let unknown = RowChanges(tables: [ExactName("t"): .unknown])
        var first = unknown
        first.merge(change([1: .absent]))
        var second = change([1: .absent])
        second.merge(unknown)
        #expect(first == unknown && second == unknown)
    }

    @Test func itKeepsTheLatestRowsOnly() {
        var history = ChangeHistory()
        let half = Dictionary(uniqueKeysWithValues: (0..<Int64(ChangeHistory.limit / 2)).map { ($0, FormerRow.absent) })
        history.append(change(half))
        history.append(change(half))
        #expect(history.changes(since: 0)?.count == half.count)
        history.append(change([-1: .absent]))
        #expect(history.changes(since: 0) == nil && history.changes(since: 1)?.count == half.count + 1)
        let huge = Dictionary(uniqueKeysWithValues: (0...Int64(ChangeHistory.limit)).map { ($0, FormerRow.absent) })
        history.append(change(huge))
        #expect(history.changes(since: 2) == nil && history.changes(since: 3) == change(huge))
    }

    @Test func randomPositionsSeeLaterChanges() {
        var random = SeededGenerator.announced(#function)
        var history = ChangeHistory()
        var all: [RowChanges] = []
        for _ in 0..<200 {
            let rows = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int64.random(in: 0..<20, using: &random) }
            let step = before(history.position)
            all.append(change(Dictionary(rows.map { ($0, step) }) { first, _ in first }))
            history.append(all.last)
            let position = Int64.random(in: 0...history.position, using: &random)
            var expected = RowChanges()
            for later in all[Int(position)...] { expected.merge(later) }
            #expect(history.changes(since: position) == expected)
        }
    }
}
