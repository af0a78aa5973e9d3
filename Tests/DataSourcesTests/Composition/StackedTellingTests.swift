import Changes
import DataSources
import Loop
import Observables
import Testing

/// The events of composed lists, and the calls to their children.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct StackedTellingTests {
    /// The first observer of a change may change another child.
    @Test func everyObserverReceivesTheChangeSetsInOrder() throws {
        let (first, second) = (cells("f", ["a"]), cells("s", ["x", "y"]))
        let list = MultiRowDataSource(
            section: Section(id: "all"), [ListChild("f", first), ListChild("s", second)])
        let early = list.observe { event in
            if case .changed = event, second.items.count == 2 { second.reset([second.items[1]]) }
        }
        var counts = [3]
        var heard = 0
        let late = list.observe { event in
            guard case .changed(let changeSet) = event else { return }
            heard += 1
            for change in changeSet.changes {
                if change.newPath != nil { counts[0] += 1 }
                if let path = change.oldPath {
                    #expect(path.row < counts[0] || change.newPath != nil)
                    counts[0] -= 1
                }
            }
            if heard == 1 { #expect(changeSet == [.rowInserted(path(0, 1))]) }
            if heard == 2 { #expect(changeSet == [.rowDeleted(path(0, 2))]) }
        }
        first.reset(first.items + [Cell("b")])
        #expect(heard == 2 && counts == [3] && list.outline == [["f/a", "f/b", "s/y"]])
        early.cancel()
        late.cancel()
    }

    @Test func anUnchangedModeIsNotReportedAndARemovedChildIsNotEdited() {
        let child = EditingLog()
        let list = MultiSectionDataSource<Cell>([ListChild("child", child)])
        list.setEditing(true)
        list.setEditing(true)
        #expect(child.heard == [false, true])
        list.remove(at: 0)
        #expect(child.heard == [false, true, false])
        let extra = EditingLog()
        let edit = EditDataSource(cells("f", ["a"]), whileEditing: extra, as: .sections)
        edit.setEditing(true)
        edit.setEditing(false)
        #expect(extra.heard == [true, false])
    }
}

/// A list that records its edit mode.
@SceneActor private final class EditingLog: WrappingDataSource {
    typealias Item = Cell
    let base: any DataSource<Cell> = cells("log", ["a"])
    private(set) var heard: [Bool] = []

    func setEditing(_ isEditing: Bool) { heard.append(isEditing) }
}
