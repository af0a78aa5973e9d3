import Changes
import DataSources
import Loop
import TestSupport
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct GroupedDataSourceTests {
    private let keys = ArrayModel(["a", "b", "c"].map { Person(id: $0) })
    private let lists = Lists()

    /// A list for each key, with the number of requests.
    @SceneActor private final class Lists {
        var lists: [String: ArrayDataSource<Cell>] = [:]
        var asked: [String] = []

        func list(_ key: String) -> ArrayDataSource<Cell> {
            asked.append(key)
            let list = cells(key, ["1", "2"], rights: [.move, .delete])
            lists[key] = list
            return list
        }
    }

    private func grouped(as stacking: Stacking) -> GroupedDataSource<Cell, Cell> {
        let keys = MutableArrayDataSource(keys, section: Section(id: "keys", title: "Keys"), id: \.id) { Cell($0) }
        return GroupedDataSource(by: keys, as: stacking) { [lists] in lists.list($0) }
    }

    @Test func groupsStandInTheOrderOfTheirKeys() {
        let rows = grouped(as: .rows)
        #expect(rows.outline == [["a/1", "a/2", "b/1", "b/2", "c/1", "c/2"]])
        #expect(rows.section(at: 0).title == "Keys")
        #expect(grouped(as: .sections).outline == [["a/1", "a/2"], ["b/1", "b/2"], ["c/1", "c/2"]])
    }

    @Test func aHeaderAppearsAndDisappearsWithItsGroup() async {
        let none = MutableArrayDataSource(keys, section: Section(id: "keys"), id: \.id) { Cell($0) }
        let list = GroupedDataSource<Cell, Cell>(by: none, as: .sections) { key in
            let list = cells(key, ["1"])
            list.section.title = "Group \(key)"
            return list
        }
        #expect(list.sections.map(\.title) == ["Group a", "Group b", "Group c"])
        keys.replaceAll(with: [], identifiedBy: \.id)
        await endOfTurn()
        #expect(list.sections.isEmpty)
        keys.replaceAll(with: [Person(id: "d")], identifiedBy: \.id)
        await endOfTurn()
        #expect(list.sections.map(\.title) == ["Group d"])
    }

    @Test func reversedKeysReverseTheRows() async {
        let list = grouped(as: .rows)
        let replica = Replica(list)
        keys.replaceAll(with: keys.elements.reversed(), identifiedBy: \.id)
        await endOfTurn()
        #expect(list.outline == [["c/1", "c/2", "b/1", "b/2", "a/1", "a/2"]])
        #expect(replica.changeSets.count == 1)
    }

    /// Every arrangement of up to three keys into every other, and four keys into every order.
    @Test(arguments: [Stacking.rows, .sections]) func everyOrderOfKeysIsTheOrderOfGroups(as stacking: Stacking) async {
        let list = grouped(as: stacking)
        let replica = Replica(list)
        let three = arrangements(of: ["a", "b", "c"])
        let four = arrangements(of: ["a", "b", "c", "d"]).filter { $0.count == 4 }
        let orders = three.flatMap { old in three.flatMap { [old, $0] } } + four.flatMap { [four[0], $0] }
        for order in orders {
            let before = replica.changeSets.count
            keys.replaceAll(with: order.map { Person(id: $0) }, identifiedBy: \.id)
            await endOfTurn()
            #expect(list.outline.flatMap(\.self) == order.flatMap { ["\($0)/1", "\($0)/2"] })
            #expect(replica.changeSets.count <= before + 1)
        }
    }

    @Test func allChangesOfATurnAreOneChangeSet() async {
        let list = grouped(as: .rows)
        let replica = Replica(list)
        keys.move(from: 0, to: 2)
        keys.append(Person(id: "d"))
        lists.lists["b"]?.reset([Cell("2"), Cell("3")])
        keys.remove(at: 1)
        #expect(replica.changeSets.isEmpty && !list.checkIsCurrent())
        replica.checkIsUpToDate()
        await endOfTurn()
        #expect(replica.changeSets.count == 1 && list.checkIsCurrent())
        #expect(list.outline == [["b/2", "b/3", "a/1", "a/2", "d/1", "d/2"]])
    }

    @Test func aRowReinsertedInATurnIsTheSameRowWithItsNewItem() async {
        let list = grouped(as: .rows)
        let replica = Replica(list)
        lists.lists["a"]?.reset([])
        lists.lists["a"]?.reset([Cell("1"), Cell("2")])
        await endOfTurn()
        #expect(replica.changeSets == [[.rowChanged(path(0, 0)), .rowChanged(path(0, 1))]])
        #expect(list.items[0].count == 6)
    }

    @Test func aListIsCreatedOncePerKey() async {
        let list = grouped(as: .rows)
        keys.move(from: 0, to: 1)
        keys.replace(at: 0, with: Person(id: "b", age: 1))
        #expect(lists.asked == ["a", "b", "c"])
        keys.remove(at: 0)
        keys.append(Person(id: "b"))
        #expect(lists.asked == ["a", "b", "c", "b"])
        await endOfTurn()
        #expect(list.outline[0].last == "b/2")
    }

    @Test func aRemovedGroupIsNotObserved() async {
        let list = grouped(as: .rows)
        let gone = lists.lists["b"]
        keys.remove(at: 1)
        await endOfTurn()
        let replica = Replica(list)
        gone?.reset([])
        await endOfTurn()
        #expect(replica.changeSets.isEmpty)
    }

    /// Writes of another program may equal existing rows, and the keys of an app's list may contain duplicates.
    @Test(arguments: [Stacking.rows, .sections]) func similarKeysAreSeparateGroups(as stacking: Stacking) async {
        let keys = People()
        let list = GroupedDataSource(by: keys.list("keys"), as: stacking) { cells($0, ["1"]) }
        keys.answer(["caf\u{e9}"])
        let replica = Replica(list)
        keys.answer(lookalikes)
        await endOfTurn()
        #expect(list.names.flatMap(\.self) == lookalikes.map { ExactName("\($0)/1") })
        keys.answer(["a", "b", "a"])
        await endOfTurn()
        #expect(list.outline.flatMap(\.self) == ["a/1", "b/1"])
        #expect(replica.changeSets.count == 2)
    }

    @Test func listsOfGroupsMayHaveTheSameSections() async {
        let keys = People()
        let sections = lookalikes.prefix(2).map { SnapshotSection(Section(id: $0, title: $0), items: [Person(id: $0)]) }
        let list = GroupedDataSource<Cell, Cell>(by: keys.list("keys"), as: .sections) { _ in
            let list = SnapshotDataSource<Section, Person, Cell> { Cell($0) }
            list.apply(sections)
            return list
        }
        let replica = Replica(list)
        keys.answer(["a", "b"])
        keys.answer(["c", "b"])
        await endOfTurn()
        #expect(list.sectionCount == 4)
        replica.checkIsUpToDate()
    }

    @Test func aCommandFindsItsRowWhileAChangeIsPending() async throws {
        let list = grouped(as: .rows)
        lists.lists["a"]?.reset([])
        #expect(list.rights(at: path(0, 0)) == [] && list.item(at: path(0, 0)) == nil)
        #expect(await refusal(of: .delete, at: path(0, 0), by: list) == .noRow)
        #expect(await refusal(of: .delete, at: path(0, 2), by: list) == nil)
        #expect(await refusal(of: .move(to: path(0, 3)), at: path(0, 2), by: list) == .wrongPlace)
        #expect(!list.checkIsCurrent())
        #expect(lists.lists["b"]?.items[0].edits == [.delete])
        await endOfTurn()
        try await list.perform(.move(to: path(0, 1)), at: path(0, 0))
        #expect(lists.lists["b"]?.items[0].edits == [.delete, .move(to: path(0, 1))])
    }

    /// Asks without leaving the turn, as `#expect(throws:)` would.
    private func refusal(of edit: RowEdit, at path: IndexPath, by list: any DataSource<Cell>) async -> EditRefusal? {
        do {
            try await list.perform(edit, at: path)
            return nil
        } catch {
            return error as? EditRefusal
        }
    }
}
