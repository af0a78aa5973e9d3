import Changes
import DataSources
import JSON
import Loop
import Observables
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct CellListTests {
    private let cells = ["first mail", "second mail", "third mail"].map { MailCell($0) }
    private let rows: Rows<MailCell>
    private let list: CellList<MailCell>
    private let log = Log()

    init() {
        rows = Rows([("a", cells[0]), ("b", cells[1]), ("c", cells[2])])
        list = CellList(rows)
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(section: 0, row: row) }

    /// Looks at these rows, as a scene does.
    private func check(at range: Range<Int>, of list: CellList<MailCell>) -> [Cell?] {
        list.display(range.isEmpty ? [] : [range])
        return range.map { list.item(at: path($0)) }
    }

    private func observe(_ list: CellList<MailCell>) -> Subscription {
        list.observe { [log] event in
            if case .changed(let changes) = event { log.lines.append("\(changes)") }
        }
    }

    @Test func aCellShowsItsViewModel() {
        let cell = check(at: 0..<1, of: list)[0]
        #expect(cell?.content["template"] == "mail")
        #expect(cell?.content["title"] == "first mail")
        #expect(cell?.content["fields"] == ["words": 2])
        #expect(cell?.content["can"] == nil)
    }

    @Test func theSameContentIsTheSameCell() {
        let before = check(at: 0..<3, of: list)
        let after = check(at: 0..<3, of: list)
        #expect(zip(before, after).allSatisfy { $0 === $1 })
    }

    @Test func onlyCellsOnDisplayFollowTheirModels() async {
        _ = check(at: 0..<2, of: list)
        _ = check(at: 1..<3, of: list)
        for cell in cells { cell.mail.subject = "changed" }
        await endOfTurn()
        #expect(cells.map(\.updates) == [1, 2, 2])
        _ = check(at: 0..<0, of: list)
        for cell in cells { cell.mail.subject = "again" }
        await endOfTurn()
        #expect(cells.map(\.updates) == [1, 2, 2])
        #expect(check(at: 0..<1, of: list)[0]?.content["title"] == "again")
    }

    @Test func aSharedCellIsUpdatedUntilBothListsReleaseIt() async {
        var other: CellList<MailCell>? = CellList(rows)
        _ = check(at: 0..<1, of: list)
        _ = other.map { check(at: 0..<1, of: $0) }
        _ = check(at: 0..<0, of: list)
        cells[0].mail.subject = "changed"
        await endOfTurn()
        #expect(cells[0].updates == 2)
        other = nil
        #expect(other == nil)
        cells[0].mail.subject = "again"
        await endOfTurn()
        #expect(cells[0].updates == 2)
    }

    @Test func cellsThatChangeInOneTurnAreOneChangeSet() async {
        _ = check(at: 0..<3, of: list)
        let observation = observe(list)
        cells[2].mail.subject = "changed"
        cells[0].mail.subject = "changed too"
        cells[0].rights = [.delete]
        #expect(!list.checkIsCurrent())
        await endOfTurn()
        #expect(list.checkIsCurrent())
        let expected: ChangeSet = [.rowChanged(path(0)), .rowChanged(path(2))]
        #expect(log.lines == ["\(expected)"])
        #expect(list.item(at: path(0))?.content["title"] == "changed too")
        #expect(list.item(at: path(0))?.content["can"] == ["delete"])
        cells[0].rights = [.delete]
        await endOfTurn()
        #expect(log.lines.count == 1)
        observation.cancel()
    }

    @Test func aMovedCellKeepsItsContentAndChangesAtItsNewPosition() async {
        _ = check(at: 0..<3, of: list)
        let before = list.item(at: path(2))
        let observation = observe(list)
        let order = [("c", cells[2]), ("a", cells[0]), ("b", cells[1])].map { (id: $0.0, item: $0.1) }
        rows.replace(order, telling: [.rowMoved(from: path(2), to: path(0))])
        #expect(list.item(at: path(0)) === before)
        cells[0].mail.subject = "changed"
        await endOfTurn()
        #expect(log.lines.count == 2)
        #expect(log.lines.last == "\(ChangeSet([.rowChanged(path(1))]))")
        observation.cancel()
    }

    @Test func outputsThatDependOnThePositionUpdateWhenRowsShift() {
        for cell in cells { cell.isNumbered = true }
        let before = check(at: 0..<3, of: list)
        rows.replace([("b", cells[1]), ("c", cells[2])], telling: [.rowDeleted(path(0))])
        let after = check(at: 0..<2, of: list)
        #expect(after.map { $0?.content["fields"]?["number"] } == [0, 1])
        #expect(before[1]?.content["fields"]?["number"] == 1)
    }

    @Test func aDeletedRowIsReleased() async {
        _ = check(at: 0..<3, of: list)
        rows.replace([("b", cells[1]), ("c", cells[2])], telling: [.rowDeleted(path(0))])
        _ = check(at: 0..<2, of: list)
        cells[0].mail.subject = "changed"
        await endOfTurn()
        #expect(cells[0].updates == 1)
    }

    @Test func aRowWithAnotherViewModelShowsThat() async {
        _ = check(at: 0..<1, of: list)
        let other = MailCell("other")
        rows.replace([("a", other)], telling: [.rowChanged(path(0))])
        #expect(check(at: 0..<1, of: list)[0]?.content["title"] == "other")
        cells[0].mail.subject = "changed"
        await endOfTurn()
        #expect(cells[0].updates == 1)
        #expect(other.updates == 1)
    }
}
