import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct MutableArrayDataSourceTests {
    private let model = ArrayModel(["a", "b", "c"].map { Person(id: $0) })
    private let list: MutableArrayDataSource<Person, Cell>
    private let made = Made()

    init() {
        let made = made
        list = MutableArrayDataSource(model, section: Section(id: "people"), id: \.id) { person in
            made.names.append(person.id)
            return Cell(person)
        }
    }

    @SceneActor private final class Made {
        var names: [String] = []
    }

    @Test func anItemIsCreatedOnceOnRequest() {
        #expect(made.names.isEmpty)
        let item = list.item(at: path(0, 1))
        #expect(list.item(at: path(0, 1)) === item)
        #expect(made.names == ["b"])
    }

    @Test func aMovedRowKeepsItsItem() {
        let items = list.items[0]
        model.move(from: 0, to: 2)
        #expect(list.outline == [["b", "c", "a"]])
        #expect(list.items == [[items[1], items[2], items[0]]])
        #expect(made.names == ["a", "b", "c"])
    }

    @Test func aMoveOfARowWithoutAnItemMovesTheItemsBetween() {
        let item = list.item(at: path(0, 1))
        model.move(from: 0, to: 2)
        #expect(list.item(at: path(0, 0)) === item)
    }

    @Test func aReplacedElementGetsANewItem() {
        let replica = Replica(list)
        let old = list.item(at: path(0, 1))
        model.replace(at: 1, with: Person(id: "b", age: 9))
        #expect(replica.changeSets == [[.rowChanged(path(0, 1))]])
        #expect(list.item(at: path(0, 1)) !== old)
        #expect(list.item(at: path(0, 1))?.name == "b 9")
    }

    @Test func anElementReplacedByAnotherOneIsAnotherRow() {
        let replica = Replica(list)
        model.replace(at: 1, with: Person(id: "x"))
        #expect(replica.changeSets == [[.rowDeleted(path(0, 1)), .rowInserted(path(0, 1))]])
    }

    @Test func aDeletedRowsItemIsDropped() {
        weak let item = list.item(at: path(0, 0))
        model.remove(at: 0)
        #expect(item == nil)
        model.insert(Person(id: "a"), at: 0)
        #expect(list.item(at: path(0, 0)) != nil)
    }

    @Test func anElementRemovedAndReinsertedInABatchHasMoved() {
        let replica = Replica(list)
        let item = list.item(at: path(0, 0))
        model.update { model.append(contentsOf: [model.remove(at: 0)].compactMap(\.self)) }
        #expect(replica.changeSets == [[.rowMoved(from: path(0, 0), to: path(0, 2))]])
        #expect(list.item(at: path(0, 2)) === item)
    }

    @Test func severalDeletionsInOneBatchLeaveTheRightItems() {
        let last = list.items[0][2]
        model.update {
            model.remove(at: 0)
            model.remove(at: 0)
        }
        #expect(list.items == [[last]])
    }

    @Test func twoListsShowOneModel() {
        let other = list.map { $0.name }
        let plain = MutableArrayDataSource(model, section: Section(id: "plain"), id: \.id) { $0.id }
        model.append(Person(id: "d"))
        #expect(other.outline == plain.outline && plain.outline == [["a", "b", "c", "d"]])
    }
}
