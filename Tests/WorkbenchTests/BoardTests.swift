import JSON
import OrielTesting
import Testing

/// The same sections as a table and as a grid.
@Suite(.timeLimit(.minutes(5))) struct BoardTests {
    private let table: Visit
    private let grid: Visit

    init() async throws {
        table = try await Visit(makeWorkbench(), "/table")
        grid = try await table.open("/collection")
    }

    @Test func bothScreensShowTheSameRowsUnderTheirOwnLayout() {
        #expect(table.rows.count == 36)
        #expect(table.document["cells"] == grid.document["cells"])
        #expect(table.sections[0]["layout"]?["kind"] == "table")
        #expect(grid.sections[0]["layout"]?["kind"] == "grid")
        #expect(table.sections[0]["footer"] == "End of section 0")
    }

    @Test func aLayoutDescribesItsParts() async throws {
        let (pages, columns) = (try await table.open("/pages"), try await table.open("/columns"))
        let grid: JSON = ["kind": "grid", "columns": 4, "rowsPerPage": 3, "rowHeight": 60, "spacing": 5]
        #expect(pages.sections[0]["layout"] == grid)
        #expect(columns.sections[0]["layout"] == ["kind": "column", "rowHeight": 30, "animation": "fade"])
        #expect(pages.document["cells"] == columns.document["cells"])
    }

    @Test func anEditInOneScreenAppearsInTheOther() async throws {
        try await table.tap("Add section")
        try await grid.tap("Add row")
        try await table.tap("Delete row")
        for screen in [table, grid] {
            try await screen.waitForGET()
            #expect(screen.sections.map { $0["count"] } == [35, 2])
            #expect(screen.rows.map(\.title).prefix(2) == ["Test 0.0", "Test 0.1"])
            #expect(screen.rows.map(\.title).suffix(3) == ["Test 0.34", "Test 1.0", "Another 1.1"])
        }
    }

    @Test func aTapSwapsATileForOneOfTheOtherKindAtTheEnd() async throws {
        let tapped = table.rows[4]
        try await grid.tap(tapped)
        for screen in [table, grid] {
            try await screen.waitForGET()
            #expect(!screen.rows.map(\.id).contains(tapped.id))
            #expect(screen.rows.map(\.title).suffix(2) == ["Test 0.34", "Another 0.35"])
            #expect(screen.rows[35]["template"] == "another")
        }
        let refusal = await #expect(throws: Refusal.self) { try await grid.tap(tapped) }
        #expect(refusal?.code == "not-found")
    }
}
