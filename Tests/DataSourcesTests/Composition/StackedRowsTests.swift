import Changes
import DataSources
import Loop
import Testing

/// The calls and events that composed lists pass down and up.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct StackedRowsTests {
    private let first = cells("1", ["a", "b"], rights: [.move, .delete])
    private let second = cells("2", ["c", "d", "e"], rights: [.move])

    private var children: [ListChild<Cell>] { [ListChild("1", first), ListChild("2", second)] }
    private var rows: MultiRowDataSource<Cell> { MultiRowDataSource(section: Section(id: "all"), children) }

    @Test func theHeaderOfRowsIsTheListsOwn() {
        let list = rows
        let replica = Replica(list)
        #expect(list.section(at: 0).id == "all")
        first.section.title = "not shown"
        #expect(replica.changeSets.isEmpty)
        list.section.title = "All"
        #expect(replica.changeSets == [[.sectionChanged(0)]])
    }

    @Test func aRowIsFoundInItsChild() {
        let found = rows.child(at: path(0, 3))
        #expect(found?.child.source === second && found?.path == path(0, 1))
        #expect(rows.child(at: path(0, 5)) == nil && rows.child(at: path(1, 0)) == nil)
        let sections = MultiSectionDataSource(children).child(at: path(1, 2))
        #expect(sections?.child.source === second && sections?.path == path(0, 2))
    }

    @Test func aMoveAmongRowsIsMappedToTheChild() async throws {
        try await rows.perform(.move(to: path(0, 4)), at: path(0, 2))
        #expect(second.items[0].edits == [.move(to: path(0, 2))])
        try await rows.perform(.move(to: path(0, 0)), at: path(0, 1))
        #expect(first.items[1].edits == [.move(to: path(0, 0))])
    }

    @Test(arguments: [-1, 0, 1, 5, 6]) func aRowMayNotLeaveItsChild(to row: Int) async {
        for place in [path(0, row), path(1, 0)] {
            await #expect(throws: EditRefusal.wrongPlace) { try await rows.perform(.move(to: place), at: path(0, 3)) }
        }
    }

    @Test func aMoveAmongSectionsIsMappedToTheChild() async throws {
        let inner = MultiSectionDataSource(children)
        let list = MultiSectionDataSource([ListChild("x", cells("x", ["x"])), ListChild("i", inner)])
        try await list.perform(.move(to: path(2, 0)), at: path(2, 1))
        #expect(second.items[1].edits == [.move(to: path(0, 0))])
        for place in [path(1, 0), path(0, 0), path(3, 0), path(2, 3), path(2, -1)] {
            await #expect(throws: EditRefusal.wrongPlace) { try await list.perform(.move(to: place), at: path(2, 1)) }
        }
    }

    @Test func aMoveIsMappedThroughThreeLists() async throws {
        let edit = EditDataSource(rows, whileEditing: cells("x", ["x"]), as: .rows)
        let list = MultiSectionDataSource([ListChild("0", cells("0", [])), ListChild("edit", edit)])
        try await list.perform(.move(to: path(1, 3)), at: path(1, 4))
        #expect(second.items[2].edits == [.move(to: path(0, 1))])
    }

    @Test func rightsAreCheckedAgainAtTheCommand() async throws {
        let list = rows
        #expect(list.rights(at: path(0, 0)) == [.move, .delete])
        try await list.perform(.delete, at: path(0, 0))
        first.items[0].rights = []
        await #expect(throws: EditRefusal.notAllowed(.delete)) { try await list.perform(.delete, at: path(0, 0)) }
        #expect(first.items[0].edits == [.delete])
        await #expect(throws: EditRefusal.notAllowed(.insert)) { try await list.perform(.insert, at: path(0, 2)) }
    }

    @Test func aCommandChangesNothingButTheModel() async throws {
        let list = rows
        let replica = Replica(list)
        try await list.perform(.delete, at: path(0, 0))
        #expect(replica.changeSets.isEmpty)
    }

    @Test func sectionChangesBecomeRowChanges() throws {
        let people = SnapshotDataSource<Section, Person, Cell> { Cell($0) }
        let list = MultiRowDataSource(section: Section(id: "all"), [ListChild("1", first), ListChild("p", people)])
        let replica = Replica(list)
        people.apply(try Snapshot([SnapshotSection(Section(id: "p"), items: [Person(id: "x"), Person(id: "y")])]))
        people.apply(try Snapshot([SnapshotSection(Section(id: "q"), items: [Person(id: "y")])]))
        people.apply(Snapshot())
        #expect(
            replica.changeSets == [
                [.rowInserted(path(0, 2)), .rowInserted(path(0, 3))],
                [.rowDeleted(path(0, 2)), .rowMoved(from: path(0, 3), to: path(0, 2))], [.rowDeleted(path(0, 2))],
            ])
    }

    /// The number of sections depends on the data.
    @Test func theRowsOfSeveralSectionsStandOneAfterAnother() async throws {
        let people = SnapshotDataSource<Section, Person, Cell> { Cell($0.id, rights: .move) }
        let list = MultiRowDataSource(section: Section(id: "all"), [ListChild("1", first), ListChild("p", people)])
        let replica = Replica(list)
        func show(_ sections: [(String, [String])]) {
            people.apply(sections.map { SnapshotSection(Section(id: $0), items: $1.map { Person(id: $0) }) })
        }
        show([("p", ["x"]), ("q", ["y", "z"])])
        #expect(list.outline == [["1/a", "1/b", "p/x", "p/y", "p/z"]])
        show([("q", ["z", "y"]), ("p", ["x"])])
        #expect(list.outline == [["1/a", "1/b", "p/z", "p/y", "p/x"]])
        try await list.perform(.move(to: path(0, 3)), at: path(0, 2))
        #expect(people.item(at: path(0, 0))?.edits == [.move(to: path(0, 1))])
        await #expect(throws: EditRefusal.wrongPlace) { try await list.perform(.move(to: path(0, 1)), at: path(0, 4)) }
        show([("p", ["y"])])
        #expect(list.outline == [["1/a", "1/b", "p/y"]] && replica.changeSets.count == 3)
    }

    @Test func unlistedRowsAreAllOtherRows() throws {
        let people = SnapshotDataSource<Section, Person, Cell> { Cell($0) }
        people.difference = { _, _ in [.sectionChanged(0), .rowChanged(path(0, 0))] }
        people.apply(try Snapshot([SnapshotSection(Section(id: "p"), items: [Person(id: "x")])]))
        let list = MultiRowDataSource(section: Section(id: "all"), [ListChild("1", first), ListChild("p", people)])
        let replica = Replica(list)
        people.apply(try Snapshot([SnapshotSection(Section(id: "p"), items: [Person(id: "y"), Person(id: "z")])]))
        #expect(
            replica.changeSets == [
                [.rowDeleted(path(0, 2)), .rowInserted(path(0, 2)), .rowInserted(path(0, 3))]
            ])
    }
}
