import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct ListIndexTests {
    private func letters(_ letters: String, rows: Int) -> MultiSectionDataSource<Cell> {
        MultiSectionDataSource(
            letters.map { letter in
                let list = cells("\(letter)", (0..<rows).map { "\(letter)\($0)" })
                list.section.indexTitle = "\(letter)"
                return ListChild("\(letter)", list)
            })
    }

    @Test func thereIsAnIndexAboveFiveSections() {
        #expect(ListIndex().entries(of: letters("ABCDE", rows: 2)).isEmpty)
        let entries = ListIndex().entries(of: letters("ABCDEF", rows: 2))
        #expect(entries.map(\.title) == ["A", "B", "C", "D", "E", "F"])
        #expect(entries.map(\.position) == [0, 2, 4, 6, 8, 10])
    }

    @Test func indexTitlesAreTitlesAboveTenSections() {
        let ten = letters("ABCDEFGHIJ", rows: 1)
        #expect(ListIndex().title(ofSection: 9, in: ten) == nil)
        let eleven = letters("ABCDEFGHIJK", rows: 1)
        #expect(ListIndex().title(ofSection: 9, in: eleven) == "J")
        let own = ArrayDataSource([Cell](), section: Section(id: "x", title: "Own", indexTitle: "O"), id: \.name)
        #expect(ListIndex(titlesAbove: 0).title(ofSection: 0, in: own) == "Own")
    }

    @Test func theThresholdsCanBeSet() {
        #expect(ListIndex(indexAbove: 1).entries(of: letters("AB", rows: 1)).count == 2)
        #expect(ListIndex(titlesAbove: 1).title(ofSection: 1, in: letters("AB", rows: 1)) == "B")
    }

    @Test func anEntryCountsTheListsBefore() {
        let top = cells("top", ["x", "y", "z"])
        let list = MultiSectionDataSource([ListChild("top", top), ListChild("letters", letters("ABCDE", rows: 2))])
        let entries = ListIndex().entries(of: list)
        #expect(entries.map(\.title) == ["A", "B", "C", "D", "E"])
        #expect(entries.map(\.position) == [3, 5, 7, 9, 11])
        top.reset([])
        #expect(ListIndex().entries(of: list).map(\.position) == [0, 2, 4, 6, 8])
    }
}
