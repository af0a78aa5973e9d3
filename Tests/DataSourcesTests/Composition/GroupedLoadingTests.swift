import Changes
import DataSources
import Loop
import TestSupport
import Testing

/// Groups whose keys or lists are the results of queries.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct GroupedLoadingTests {
    private let keys = People()
    private let members = People()

    private var list: GroupedDataSource<Cell, Cell> {
        GroupedDataSource(by: keys.list("keys"), as: .rows) { [members] in members.list($0) }
    }

    @Test func groupsAreLoadedWhenTheKeysAndTheirListsAre() async {
        let list = list
        let replica = Replica(list)
        #expect(!list.isLoaded && list.readAt == nil)
        keys.answer(["a"])
        #expect(!list.isLoaded)
        members.answer(["1", "2"])
        #expect(list.isLoaded && list.readAt == keys.readAt)
        #expect(list.outline == [["a/1", "a/2"]])
        #expect(replica.events == ["refreshed", "loaded", "refreshed"])
    }

    @Test func aSearchEndsWhenItsResultIsReported() async {
        let list = list
        keys.answer(["a"])
        members.answer(["1"])
        let replica = Replica(list)
        members.answer(["2", "1"])
        #expect(replica.events.isEmpty)
        await endOfTurn()
        #expect(replica.events == ["changed", "refreshed"])
    }

    @Test func allKeysAreObservedWhileARowIs() {
        let list = list
        keys.answer(["a"])
        members.answer(["1", "2"])
        list.display([1..<9])
        #expect(keys.displayed == [0..<1] && members.displayed == [1..<2])
        list.display([])
        #expect(keys.displayed == [] && members.displayed == [])
    }

    @Test func rowsObservedDuringAPendingChangeAreKept() async {
        let list = list
        keys.answer(["a"])
        members.answer(["1", "2"])
        members.answer(["2", "1"])
        list.display([0..<1])
        #expect(members.displayed != [0..<1])
        await endOfTurn()
        #expect(members.displayed == [0..<1])
    }

    @Test func aListMayUseTheValueOfItsKey() async {
        keys.readsOnDisplay = true
        let list = GroupedDataSource<Cell, Cell>(by: keys.list("keys"), as: .sections) { id, key in
            cells(id, [key.name])
        }
        let replica = Replica(list)
        keys.answer(["a", "b"])
        #expect(keys.displayed == [0..<2] && !list.isLoaded)
        keys.read()
        await endOfTurn()
        #expect(list.isLoaded && keys.displayed == [])
        #expect(list.outline == [["a/a 0"], ["b/b 0"]])
        keys.answer(["c", "b"])
        await endOfTurn()
        #expect(list.outline == [["b/b 0"]] && keys.displayed == [0..<2])
        keys.read()
        await endOfTurn()
        #expect(list.outline == [["c/c 0"], ["b/b 0"]])
        replica.checkIsUpToDate()
    }

    @Test func keysThatCannotBeReadAreAProblemOfTheList() {
        let list = list
        let replica = Replica(list)
        keys.fail("locked")
        keys.fail(nil)
        #expect(replica.events == ["failed locked", "failed no more"])
    }
}
