import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct SnapshotDataSourceTests {
    private let list = SnapshotDataSource<Section, Person, Cell> { Cell($0) }

    private func state(_ sections: [(String, [Person])]) throws -> Snapshot<Section, Person> {
        try Snapshot(sections.map { SnapshotSection(Section(id: $0), items: $1) })
    }

    @Test func aListBeginsWithoutSections() {
        #expect(list.outline.isEmpty && list.isLoaded)
    }

    @Test func aSnapshotIsOneChangeSet() throws {
        let replica = Replica(list)
        list.apply(try state([("s", [Person(id: "a"), Person(id: "b")])]))
        list.apply(try state([("s", [Person(id: "b", age: 1)]), ("t", [Person(id: "a")])]))
        #expect(replica.changeSets.count == 2)
        #expect(list.outline == [["b"], ["a"]])
        #expect(list.position(of: "a") == 1)
    }

    @Test func anEqualSnapshotIsNotReported() throws {
        list.apply(try state([("s", [Person(id: "a")])]))
        let replica = Replica(list)
        list.apply(try state([("s", [Person(id: "a")])]))
        #expect(replica.changeSets.isEmpty)
    }

    @Test func anEqualElementKeepsItsItemWhereverItMoves() throws {
        list.apply(try state([("s", [Person(id: "a"), Person(id: "b")])]))
        let item = list.item(at: path(0, 0))
        list.apply(try state([("t", [Person(id: "c")]), ("u", [Person(id: "a")])]))
        #expect(list.item(at: path(1, 0)) === item)
    }

    @Test func aChangedElementGetsANewItem() throws {
        list.apply(try state([("s", [Person(id: "a")])]))
        let replica = Replica(list)
        let item = list.item(at: path(0, 0))
        list.apply(try state([("s", [Person(id: "a", age: 3)])]))
        #expect(replica.changeSets == [[.rowChanged(path(0, 0))]])
        #expect(list.item(at: path(0, 0)) !== item)
        #expect(list.item(at: path(0, 0))?.name == "a 3")
    }

    @Test func aChangedElementUpdatesItsItem() throws {
        list.update = { item, person in item.rights = person.age > 2 ? .edit : [] }
        list.apply(try state([("s", [Person(id: "a")])]))
        let item = list.item(at: path(0, 0))
        list.apply(try state([("t", [Person(id: "a", age: 3)])]))
        #expect(list.item(at: path(0, 0)) === item && item?.rights == .edit)
    }

    @Test func itemsOfDeletedRowsAreDropped() throws {
        list.apply(try state([("s", [Person(id: "a")]), ("t", [Person(id: "b")])]))
        weak let a = list.item(at: path(0, 0))
        weak let b = list.item(at: path(1, 0))
        #expect(a != nil && b != nil)
        list.apply(try state([("s", [])]))
        #expect(a == nil && b == nil)
    }

    @Test func headersAndFootersComeFromTheSnapshot() throws {
        var section = Section(id: "s", title: "One", footer: "1 row")
        list.apply(try Snapshot([SnapshotSection(section, items: [Person(id: "a")])]))
        let replica = Replica(list)
        section.footer = "still 1 row"
        list.apply(try Snapshot([SnapshotSection(section, items: [Person(id: "a")])]))
        #expect(replica.changeSets == [[.sectionChanged(0)]])
        #expect(list.section(at: 0).footer == "still 1 row")
    }

    @Test func headersMayBeAnySectionSource() throws {
        let list = SnapshotDataSource<Person, Person, String>(
            section: { Section(id: $0.id, title: "age \($0.age)") }, makeItem: { $0.id })
        list.apply(try Snapshot([SnapshotSection(Person(id: "x", age: 4), items: [Person(id: "a")])]))
        #expect(list.sections == [Section(id: "x", title: "age 4")])
        #expect(list.items == [["a"]])
    }

    @Test func aListMayDefineItsComparison() throws {
        list.difference = { old, new in
            ChangeSet(
                old.sections.indices.map(Change.sectionDeleted) + new.sections.indices.map(Change.sectionInserted))
        }
        list.apply(try state([("s", [Person(id: "a")])]))
        let replica = Replica(list)
        list.apply(try state([("s", [Person(id: "a"), Person(id: "b")])]))
        #expect(replica.changeSets == [[.sectionDeleted(0), .sectionInserted(0)]])
    }

    @Test func theFirstOfTwoDuplicatesIsShown() {
        list.apply([
            SnapshotSection(
                Section(id: "s", title: "1"), items: [Person(id: "a"), Person(id: "b"), Person(id: "a", age: 1)]),
            SnapshotSection(Section(id: "s", title: "2"), items: [Person(id: "c")]),
            SnapshotSection(Section(id: "t"), items: [Person(id: "b"), Person(id: "d")]),
        ])
        #expect(list.outline == [["a", "b"], ["d"]] && list.sections.map(\.title) == ["1", nil])
    }

    @Test func similarIdsAreSeparateRows() throws {
        let people = lookalikes.map { Person(id: $0) }
        list.apply(lookalikes.map { SnapshotSection(Section(id: $0), items: [Person(id: $0)]) })
        #expect(list.names == lookalikes.map { [ExactName($0)] })
        #expect(list.items.map { ExactName($0[0]?.name ?? "") } == people.map { ExactName("\($0.id) 0") })
        #expect(lookalikes.map { list.position(of: $0) } == Array(0..<lookalikes.count))
    }

    @Test func aDuplicateRowIsRefused() {
        #expect(throws: SnapshotError.self) { try state([("s", [Person(id: "a")]), ("t", [Person(id: "a")])]) }
    }
}
