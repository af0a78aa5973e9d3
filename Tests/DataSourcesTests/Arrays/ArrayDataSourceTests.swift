import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct ArrayDataSourceTests {
    @Test func itemsAreRowsOfOneSection() {
        let list = cells("s", ["a", "b"])
        #expect(list.outline == [["a", "b"]])
        #expect(list.isLoaded && list.checkIsCurrent() && list.readAt != nil)
        #expect(list.position(of: "b") == 1 && list.position(of: "z") == nil)
        #expect(list.items.map(\.name) == ["a", "b"])
    }

    @Test func anEmptyListHasASectionWithoutRows() {
        #expect(cells("s", []).outline == [[]])
    }

    @Test func resetComparesRowsByIdentity() {
        let list = cells("s", ["a", "b", "c"])
        let replica = Replica(list)
        let (a, b) = (list.items[0], list.items[1])
        list.reset([b, Cell("c"), a])
        #expect(list.outline == [["b", "c", "a"]])
        let changes: Set<Change> = [.rowChanged(path(0, 2)), .rowMoved(from: path(0, 0), to: path(0, 2))]
        #expect(Set(replica.changeSets[0].changes) == changes)
        list.reset(list.items)
        #expect(replica.changeSets.count == 1)
    }

    @Test func identifiableItemsUseTheirIds() {
        let list = ArrayDataSource([Track(id: 7), Track(id: 8)], section: Section(id: "tracks"))
        #expect(list.outline == [["7", "8"]])
    }

    private struct Track: Identifiable {
        let id: Int
    }

    @Test func twoSpellingsOfALetterAreTwoRows() {
        let list = cells("s", ["e\u{301}", "\u{e9}"])
        #expect(list.position(of: "\u{e9}") == 1 && list.position(of: "e\u{301}") == 0)
    }

    @Test func rowsWithEqualIdsAreNumbered() {
        let list = cells("s", ["a", "b", "a", "a~2", "a"])
        let replica = Replica(list)
        #expect(list.outline == [["a", "b", "a~2", "a~2~2", "a~3"]])
        list.reset([list.items[2], list.items[0]])
        #expect(list.outline == [["a", "a~2"]] && replica.changeSets.count == 1)
    }

    @Test func reportsAnotherSection() {
        let list = cells("s", ["a"])
        let replica = Replica(list)
        list.section.title = "Friends"
        #expect(replica.changeSets == [[.sectionChanged(0)]])
        list.section.title = "Friends"
        #expect(replica.changeSets.count == 1)
    }
}
