import Changes
import DataSources
import Loop
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct DressedDataSourceTests {
    @Test func theSameRowsStandUnderOtherSections() {
        let inner = cells("s", ["a", "b"])
        let list = inner.sections { $0.layout = Layout(.grid, columns: 2) }
        #expect(list.section(at: 0).layout == Layout(.grid, columns: 2))
        #expect(inner.section(at: 0).layout == nil)
        #expect(list.item(at: path(0, 1)) === inner.item(at: path(0, 1)))
    }
}
