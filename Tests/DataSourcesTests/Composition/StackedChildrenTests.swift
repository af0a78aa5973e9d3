import Changes
import DataSources
import Loop
import TestSupport
import Testing

/// Children that are added and removed, in lists of sections and in lists of rows.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct StackedChildrenTests {
    private let friends = ListChild("friends", cells("f", ["a", "b"]))
    private let guests = ListChild("guests", cells("g", ["a"]))
    private let nobody = ListChild("nobody", cells("n", []))

    @Test func sectionsComeAndGoInOneChangeSetEach() {
        let list = MultiSectionDataSource([friends])
        let replica = Replica(list)
        list.append(guests)
        list.insert(nobody, at: 0)
        list.remove(at: 1)
        list.remove(guests.source)
        #expect(
            replica.changeSets == [
                [.sectionInserted(1)], [.sectionInserted(0)], [.sectionDeleted(1)], [.sectionDeleted(1)],
            ])
        #expect(list.sections.map(\.id) == ["nobody/n"])
    }

    @Test func rowsComeAndGoInOneChangeSetEach() {
        let list = MultiRowDataSource(section: Section(id: "all"), [guests])
        let replica = Replica(list)
        list.insert(friends, at: 0)
        #expect(list.outline == [["friends/a", "friends/b", "guests/a"]])
        list.remove(friends.source)
        #expect(
            replica.changeSets == [
                [.rowInserted(path(0, 0)), .rowInserted(path(0, 1))],
                [.rowDeleted(path(0, 0)), .rowDeleted(path(0, 1))],
            ])
    }

    @Test func aReplacedChildIsOneChangeSet() {
        let list = MultiSectionDataSource([friends, nobody])
        let replica = Replica(list)
        list.replace(at: 0, with: guests)
        #expect(replica.changeSets == [[.sectionDeleted(0), .sectionInserted(0)]])
        let rows = MultiRowDataSource(section: Section(id: "all"), [ListChild("f", cells("f", ["a", "b"]))])
        let rowReplica = Replica(rows)
        rows.replace(at: 0, with: ListChild("g", cells("g", ["a"])))
        #expect(
            rowReplica.changeSets == [[.rowDeleted(path(0, 0)), .rowDeleted(path(0, 1)), .rowInserted(path(0, 0))]])
    }

    @Test func childrenThatChangePlacesMove() {
        let list = MultiSectionDataSource([friends, guests])
        let replica = Replica(list)
        list.setChildren([guests, friends])
        #expect(replica.changeSets.count == 1 && replica.changeSets[0].changes.count == 1)
        #expect(list.outline == [["guests/a"], ["friends/a", "friends/b"]])
    }

    @Test func anEmptyOrUnknownChildReportsNothing() {
        let list = MultiRowDataSource(section: Section(id: "all"), [friends])
        let replica = Replica(list)
        list.append(nobody)
        list.remove(nobody.source)
        list.remove(guests.source)
        list.setChildren([friends])
        #expect(replica.changeSets.isEmpty)
    }

    @Test func aRemovedChildIsNotObserved() {
        let leaving = cells("f", ["a"])
        let list = MultiRowDataSource(section: Section(id: "all"), [ListChild("f", leaving), guests])
        list.remove(at: 0)
        let replica = Replica(list)
        leaving.reset([Cell("x")])
        #expect(replica.changeSets.isEmpty)
    }

    @Test func noChildrenAreOneEmptySectionOrNone() {
        #expect(MultiRowDataSource<Cell>(section: Section(id: "all"), []).outline == [[]])
        #expect(MultiSectionDataSource<Cell>([]).outline == [])
        #expect(MultiSectionDataSource<Cell>([]).isLoaded)
    }

    @Test func aLaterChildFollowsTheEditingFlag() {
        let list = MultiSectionDataSource([friends])
        list.setEditing(true)
        let late = EditDataSource(cells("l", []), whileEditing: cells("x", ["extra"]), as: .rows)
        list.append(ListChild("late", late))
        #expect(late.isEditing)
        #expect(list.outline.last == ["late/extra/extra"])
        list.setEditing(false)
        #expect(!late.isEditing)
    }

    @Test func namesAreMadeUniqueAndFoundAgain() {
        let one = ListChild("a/b", cells("1", ["c"]))
        let two = ListChild("a", cells("2", ["b/c"]))
        let three = ListChild("a%2Fb", cells("3", ["c"]))
        let marked = ListChild("a/\u{301}b", cells("4", ["c"]))  // a slash with a mark on it
        let list = MultiRowDataSource(section: Section(id: "all"), [one, two, three, marked])
        #expect(list.names == [["a%2Fb/c", "a/b/c", "a%252Fb/c", "a%2F\u{301}b/c"].map { ExactName($0) }])
        _ = Replica(list)
        #expect(list.outline[0].map { list.position(of: $0) } == [0, 1, 2, 3])
    }

    /// The identity of a section depends on its own list only.
    @Test func sectionsHaveTheIdsOfTheirChild() {
        let own = ListChild("friends", cells("friends", ["a"]))
        let slash = ListChild("a/b", cells("a/b", ["a"]))
        let list = MultiSectionDataSource([own, ListChild("others", cells("friends", ["a"])), slash])
        let replica = Replica(list)
        #expect(list.sections.map(\.id) == ["friends", "others/friends", "a%2Fb"])
        list.remove(at: 0)
        #expect(list.sections.map(\.id) == ["others/friends", "a%2Fb"])
        #expect(replica.changeSets == [[.sectionDeleted(0)]])
    }

    @Test func childrenMayHaveEqualSectionIds() throws {
        func sections(_ rows: [String]) -> [SnapshotSection<Section, Person>] {
            rows.map { SnapshotSection(Section(id: $0, title: $0), items: [Person(id: $0)]) }
        }
        let first = SnapshotDataSource<Section, Person, Cell>(try Snapshot(sections(["a", "b"]))) { Cell($0) }
        let second = SnapshotDataSource<Section, Person, Cell>(try Snapshot(sections(["a", "b"]))) { Cell($0) }
        let list = MultiSectionDataSource([ListChild("1", first), ListChild("2", second)])
        let replica = Replica(list)
        #expect(list.sections.map(\.id) == ["1/a", "1/b", "2/a", "2/b"])
        first.apply(sections(["b"]))
        #expect(list.sections.map(\.id) == ["1/b", "2/a", "2/b"])
        #expect(replica.changeSets == [[.sectionDeleted(0)]])
    }

    /// Every arrangement of up to three children of up to two rows into every other, as sections and as rows.
    @Test(arguments: [Stacking.sections, .rows]) func everyRearrangementIsExplained(as stacking: Stacking) async {
        let children = (0..<3).map { size in
            ListChild("\(size)", cells("\(size)", (0..<size).map { "r\($0)" }))
        }
        let list: StackedDataSource<Cell> =
            stacking == .rows
            ? MultiRowDataSource(section: Section(id: "all"), []) : MultiSectionDataSource([])
        let replica = Replica(list)
        let all = arrangements(of: Array(children.indices))
        for old in all {
            await endOfTurn()
            for new in all {
                list.setChildren(old.map { children[$0] })
                let before = replica.changeSets.count
                list.setChildren(new.map { children[$0] })
                replica.checkIsUpToDate()
                #expect(replica.changeSets.count <= before + 1)
            }
        }
    }
}
