import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct EditDataSourceTests {
    private let friends = cells("friends", ["a", "b"])

    @Test func theExtraRowsAreShownWhileEditing() {
        let list = EditDataSource(friends, whileEditing: cells("extra", ["new"]), as: .rows)
        let replica = Replica(list)
        list.setEditing(true)
        #expect(list.isEditing && list.outline == [["main/a", "main/b", "extra/new"]])
        list.setEditing(true)
        list.setEditing(false)
        list.setEditing(false)
        #expect(replica.changeSets == [[.rowInserted(path(0, 2))], [.rowDeleted(path(0, 2))]])
    }

    @Test func theExtraSectionIsShownWhileEditing() {
        let list = EditDataSource(friends, whileEditing: cells("extra", ["new"]), as: .sections)
        let replica = Replica(list)
        list.setEditing(true)
        list.setEditing(false)
        #expect(replica.changeSets == [[.sectionInserted(1)], [.sectionDeleted(1)]])
    }

    @Test func rowsStandUnderTheHeaderOfTheMainList() {
        friends.section.title = "Friends"
        let list = EditDataSource(friends, whileEditing: cells("extra", ["new"]), as: .rows)
        let replica = Replica(list)
        list.setEditing(true)
        #expect(list.section(at: 0).title == "Friends")
        friends.section.footer = "2 friends"
        #expect(list.section(at: 0).footer == "2 friends")
        #expect(replica.changeSets.last == [.sectionChanged(0)])
    }

    @Test func aHeaderOfAnotherIdentityIsAnotherSection() {
        let people = SnapshotDataSource<Section, Person, Cell> { Cell($0) }
        let list = EditDataSource(people, whileEditing: cells("extra", ["new"]), as: .rows)
        let replica = Replica(list)
        people.apply([SnapshotSection(Section(id: "p"), items: [Person(id: "a")])])
        people.apply([SnapshotSection(Section(id: "q"), items: [Person(id: "a"), Person(id: "b")])])
        #expect(list.sections.map(\.id) == ["q"] && list.outline == [["main/a", "main/b"]])
        #expect(
            replica.changeSets == [
                [.sectionDeleted(0), .sectionInserted(0)], [.sectionDeleted(0), .sectionInserted(0)],
            ])
    }

    @Test func theMainListEditsFirstAndStopsLast() {
        let main = EditDataSource(friends, whileEditing: cells("inner", ["inner"]), as: .rows)
        let list = EditDataSource(main, whileEditing: cells("extra", ["new"]), as: .rows)
        let replica = Replica(list)
        list.setEditing(true)
        list.setEditing(false)
        #expect(
            replica.changeSets == [
                [.rowInserted(path(0, 2))], [.rowInserted(path(0, 3))], [.rowDeleted(path(0, 3))],
                [.rowDeleted(path(0, 2))],
            ])
    }

    @Test func anEditingAndAReadingListShareASource() {
        let mine = EditDataSource(friends, whileEditing: cells("extra", ["new"]), as: .rows)
        let yours = EditDataSource(friends, whileEditing: cells("extra", ["new"]), as: .rows)
        let (me, you) = (Replica(mine), Replica(yours))
        mine.setEditing(true)
        friends.reset(friends.items.reversed())
        me.checkIsUpToDate()
        you.checkIsUpToDate()
        #expect(mine.outline[0].count == 3 && yours.outline[0].count == 2)
        #expect(me.changeSets.last == you.changeSets.last)
    }
}

@SceneActor @Suite(.timeLimit(.minutes(5))) struct InsertDataSourceTests {
    private final class Count {
        var value = 0
    }

    @Test func theRowIsMadeWithItsTitle() {
        let list = InsertDataSource(title: "New friend", makeItem: { Cell($0) }, onInsert: {})
        #expect(list.item(at: path(0, 0))?.name == "New friend")
    }

    @Test func theRowMayBeEditedAndInsertedOnly() async {
        let list = InsertDataSource(title: "Insert", makeItem: { Cell($0, rights: [.delete, .move]) }, onInsert: {})
        #expect(list.rights(at: path(0, 0)) == [.edit, .insert])
        await #expect(throws: EditRefusal.notAllowed(.delete)) { try await list.perform(.delete, at: path(0, 0)) }
        await #expect(throws: EditRefusal.notAllowed(.move)) {
            try await list.perform(.move(to: path(0, 0)), at: path(0, 0))
        }
    }

    @Test func insertCallsTheHandler() async throws {
        let count = Count()
        let insert = InsertDataSource(title: "Insert", makeItem: { Cell($0) }, onInsert: { count.value += 1 })
        let list = EditDataSource(cells("friends", ["a"]), whileEditing: insert, as: .rows)
        await #expect(throws: EditRefusal.noRow) { try await list.perform(.insert, at: path(0, 1)) }
        list.setEditing(true)
        try await list.perform(.insert, at: path(0, 1))
        #expect(count.value == 1)
        await #expect(throws: EditRefusal.notAllowed(.insert)) { try await list.perform(.insert, at: path(0, 0)) }
    }

    @Test func errorsOfTheHandlerAreThrown() async {
        let list = InsertDataSource(
            title: "Insert", makeItem: { Cell($0) }, onInsert: { throw ListProblem(code: "full", message: "") })
        await #expect(throws: ListProblem(code: "full", message: "")) {
            try await list.perform(.insert, at: path(0, 0))
        }
    }
}
