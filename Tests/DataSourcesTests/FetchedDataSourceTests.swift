import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct FetchedDataSourceTests {
    private let people = People()

    @Test func aMovedRowKeepsItsItemAndAChangedOneGetsANewOne() {
        let list = people.list("s")
        people.answer(["a", "b", "c"])
        let replica = Replica(list)
        let items = list.items[0]
        people.answer([Person(id: "c"), Person(id: "a", age: 1), Person(id: "b")])
        #expect(list.items[0][0] === items[2] && list.items[0][2] === items[1])
        #expect(list.items[0][1] !== items[0] && list.items[0][1]?.name == "a 1")
        #expect(replica.changeSets.count == 1)
    }

    @Test func anEmptyChangeSetIsNotReported() {
        let list = people.list("s")
        people.answer(["a"])
        let replica = Replica(list)
        people.answer(["a"])
        #expect(replica.events == ["loaded", "refreshed"])
    }

    @Test func theFirstResultIsReportedAsLoaded() {
        let list = people.list("s")
        let replica = Replica(list)
        #expect(!list.isLoaded && list.outline == [[]])
        people.answer(["a"])
        #expect(replica.events == ["loaded", "refreshed"])
    }
}
