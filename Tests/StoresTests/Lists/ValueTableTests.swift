import Changes
import Testing

@testable import Lists
@testable import Tables

/// Which lists changes concern.
@Suite struct ValueTableTests {
    private let ticket = ExactName("ticket")

    @Test func aChangedRowIsFoundByItsFormerAndItsPresentValue() throws {
        var table = ValueTable()
        for owner in 1...100 { table.add(owner, concern([[value(owner)]])) }
        let rows = Rows(present: [7: [value(3)]])
        #expect(try table.lists(concernedBy: changes([7: former(9)])) { _, _ in rows } == [3, 9])
        #expect(rows.reads == 1)
        #expect(try table.lists(concernedBy: changes([8: .absent])) { _, _ in rows } == [])
        #expect(try table.lists(concernedBy: changes([8: former(200)])) { _, _ in rows } == [])
    }

    @Test func unknownFormerValuesConcernAllListsWithValues() throws {
        var table = ValueTable()
        for owner in 1...5 { table.add(owner, concern([[value(owner)]])) }
        table.add(6, concern([[.number(70)]]))
        table.add(7, concern([[.number(7)]]))
        let rows = Rows(present: [:])
        #expect(try table.lists(concernedBy: changes([7: .unknown])) { _, _ in rows } == [1, 2, 3, 4, 5, 7])
        let any = RowChanges(tables: [ticket: .unknown])
        #expect(try table.lists(concernedBy: any) { _, _ in rows } == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func theGroupWithTheFewestListsIsTaken() throws {
        var table = ValueTable()
        // Column 1 has the same value everywhere.
        for owner in 1...50 { table.add(owner, concern([[value(0, 1)], [value(owner)]])) }
        let rows = Rows(present: [7: [value(0, 1), value(30)]])
        let found = try table.lists(concernedBy: changes([7: .absent])) { _, _ in rows }
        #expect(found.contains(30) && found.count <= 2)
    }

    @Test func otherListsAreFoundByTheirTables() throws {
        var table = ValueTable()
        let none = RowChanges(tables: [ExactName("note"): .unknown])
        table.add(1, ListConcern(tables: nil))
        table.add(2, ListConcern(tables: [ticket, ExactName("team")]))
        table.add(3, ListConcern(tables: []))
        #expect(try table.lists(concernedBy: changes([7: .unknown])) { _, _ in nil } == [1, 2])
        #expect(try table.lists(concernedBy: none) { _, _ in nil } == [1])
        #expect(try table.lists(concernedBy: RowChanges()) { _, _ in nil } == [])
        table.remove(1)
        #expect(try table.lists(concernedBy: none) { _, _ in nil } == [])
    }

    @Test func aRemovedListIsNotFound() throws {
        var table = ValueTable()
        for owner in 1...4 { table.add(owner, concern([[value(owner), value(9)]])) }
        let rows = Rows(present: [7: [value(9)]])
        for owner in [2, 4] { table.remove(owner) }
        #expect(try table.lists(concernedBy: changes([7: .absent])) { _, _ in rows } == [1, 3])
        table.remove(1)
        // A single list reads the row itself.
        #expect(try table.lists(concernedBy: changes([8: .absent])) { _, _ in rows } == [3])
        table.remove(3)
        #expect(try table.lists(concernedBy: changes([7: .unknown])) { _, _ in rows } == [])
    }

    @Test func aListOfNoRowsIsNeverConcerned() throws {
        var table = ValueTable()
        for list in 1...3 { table.add(list, concern([[]])) }
        let any = RowChanges(tables: [ticket: .unknown])
        #expect(try table.lists(concernedBy: any) { _, _ in nil } == [])
    }

    private func concern(_ groups: [[RowSelector]]) -> ListConcern {
        ListConcern(tables: [], rows: ListConcern.Rows(table: ticket, groups: groups))
    }

    private func value(_ number: Int, _ column: Int = 0) -> RowSelector { .value(column: column, [UInt8(number)]) }

    private func former(_ number: Int) -> FormerRow {
        .present(FormerValues(columns: [0], values: [.integer(Int64(number))]))
    }

    private func changes(_ rows: [Int64: FormerRow]) -> RowChanges {
        RowChanges(tables: [ticket: .rows(RowChanges.Rows(numbers: rows))])
    }
}

/// Rows with values in column 0.
private final class Rows: SelectedRows {
    private let present: [Int64: [RowSelector]]
    private(set) var reads = 0

    init(present: [Int64: [RowSelector]]) { self.present = present }

    func formerValues(_ row: FormerRow) -> [RowSelector]? {
        switch row {
        case .unknown: return nil
        case .absent: return []
        case .present(let values):
            guard case .integer(let number)? = values[0] else { return nil }
            return [.value(column: 0, [UInt8(number)])]
        }
    }

    func values(at key: OrderKey) -> [RowSelector] {
        reads += 1
        guard case .number(let number) = key else { return [] }
        return present[number] ?? []
    }
}
