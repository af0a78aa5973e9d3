import Changes
import DataSources
import Loop
import Testing

/// Composed lists that load one after another, and receive their observed rows.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct StackedLoadingTests {
    private let first = People()
    private let second = People()

    private var list: MultiSectionDataSource<Cell> {
        MultiSectionDataSource([ListChild("1", first.list("1")), ListChild("2", second.list("2"))])
    }

    @Test func aListIsLoadedWhenEveryChildIs() {
        let list = list
        let replica = Replica(list)
        #expect(!list.isLoaded && list.readAt == nil)
        second.answer(["a"])
        #expect(!list.isLoaded && !replica.events.contains("loaded"))
        first.answer(["b", "c"])
        #expect(list.isLoaded && list.readAt == second.readAt)
        #expect(replica.events == ["refreshed", "loaded", "refreshed"])
        #expect(list.outline == [["1/b", "1/c"], ["2/a"]])
    }

    @Test func aLaterChildArrivesInAChangeSet() {
        first.answer(["a"])
        let list = MultiRowDataSource(section: Section(id: "all"), [ListChild("1", first.list("1"))])
        let replica = Replica(list)
        list.display([0..<10])
        list.append(ListChild("2", second.list("2")))
        #expect(list.isLoaded && replica.changeSets.isEmpty)
        #expect(second.displayed == [0..<9])
        second.answer(["b"])
        #expect(replica.changeSets == [[.rowInserted(path(0, 1))]])
    }

    @Test func eachChildReceivesItsObservedRows() {
        first.answer(["a", "b", "c"])
        second.answer(["d", "e", "f"])
        let list = list
        list.display([1..<2, 2..<5])
        #expect(first.displayed == [1..<2, 2..<3])
        #expect(second.displayed == [0..<2])
        list.display([])
        #expect(first.displayed == [] && second.displayed == [])
    }

    @Test func aNewChildReceivesItsVisibleRows() {
        second.answer(["d", "e"])
        let list = list
        list.display([0..<50])
        #expect(first.displayed == [0..<50] && second.displayed == [0..<2])
    }

    @Test func aListIsCurrentWhenEveryChildIs() {
        let list = list
        #expect(list.checkIsCurrent())
        second.isKnownToBeCurrent = false
        #expect(!list.checkIsCurrent())
    }

    @Test func aProblemLastsUntilNoChildHasOne() {
        let list = list
        let replica = Replica(list)
        first.fail("locked")
        second.fail("gone")
        second.fail(nil)
        first.fail(nil)
        #expect(replica.events == ["failed locked", "failed no more"])
        second.fail("gone")
        list.remove(at: 1)
        #expect(replica.events.suffix(2) == ["failed gone", "failed no more"])
    }
}
