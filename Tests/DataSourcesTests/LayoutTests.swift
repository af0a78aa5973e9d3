import DataSources
import Testing

@Suite(.timeLimit(.minutes(5))) struct LayoutTests {
    @Test func everySectionThatIsNotEmptyBeginsAPage() {
        let layout = Layout(.grid, columns: 3, rowsPerPage: 2)
        #expect(layout.pageCount([6]) == 1)
        #expect(layout.pageCount([7]) == 2)
        #expect(layout.pageCount([6, 7, 0, 1]) == 4)
        #expect(layout.pageCount([]) == 0)
    }

    @Test func scrollingLayoutsHaveNoPages() {
        #expect(Layout(.grid, columns: 3).pageCount([7]) == nil)
        #expect(Layout(.grid, rowsPerPage: 2).pageCount([7]) == nil)
        #expect(Layout(.grid, columns: 0, rowsPerPage: 2).pageCount([7]) == nil)
        #expect(Layout(.table).pageCount([7]) == nil)
    }
}
