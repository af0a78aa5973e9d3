import Changes
import DataSources
import Loop
import TestSupport
import Testing

/// Groups whose keys, or whose lists, are the results of queries.
@SceneActor @Suite struct GroupedLoadingTests {
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

    @Test func aLookHasEndedWhenWhatItFoundIsTold() async {
        let list = list
        keys.answer(["a"])
        members.answer(["1"])
        let replica = Replica(list)
        members.answer(["2", "1"])
        #expect(replica.events.isEmpty)
        await endOfTurn()
        #expect(replica.events == ["changed", "refreshed"])
    }

    @Test func allKeysAreLookedAtWhileAnyRowIs() {
        let list = list
        keys.answer(["a"])
        members.answer(["1", "2"])
        list.display([1..<9])
        #expect(keys.displayed == [0..<1] && members.displayed == [1..<2])
        list.display([])
        #expect(keys.displayed == [] && members.displayed == [])
    }

    @Test func whatIsLookedAtWhileAChangeIsOnItsWayIsNotForgotten() async {
        let list = list
        keys.answer(["a"])
        members.answer(["1", "2"])
        members.answer(["2", "1"])
        list.display([0..<1])
        #expect(members.displayed != [0..<1])
        await endOfTurn()
        #expect(members.displayed == [0..<1])
    }

    @Test func keysThatCannotBeReadAreAProblemOfTheList() {
        let list = list
        let replica = Replica(list)
        keys.fail("locked")
        keys.fail(nil)
        #expect(replica.events == ["failed locked", "failed no more"])
    }
}
