import JSON
import TestSupport
import Testing

/// The same sections as a table and as a grid.
@Suite(.timeLimit(.minutes(5))) struct BoardTests {
    @Test func bothScreensShowTheSameRowsUnderTheirOwnLayout() async throws {
        try await withWorkbench { visitor in
            let (table, grid) = (try await visitor.open("/table"), try await visitor.open("/collection"))
            #expect(table.document.rows.count == 36)
            #expect(table.document["cells"] == grid.document["cells"])
            #expect(table.document["sections"]?[0]?["layout"]?["kind"] == "table")
            #expect(grid.document["sections"]?[0]?["layout"]?["kind"] == "grid")
            #expect(table.document["sections"]?[0]?["footer"] == "End of section 0")
        }
    }

    @Test func aLayoutDescribesItsParts() async throws {
        try await withWorkbench { visitor in
            let (pages, columns) = (try await visitor.open("/pages"), try await visitor.open("/columns"))
            let grid: JSON = ["kind": "grid", "columns": 4, "rowsPerPage": 3, "rowHeight": 60, "spacing": 5]
            #expect(pages.document["sections"]?[0]?["layout"] == grid)
            let column: JSON = ["kind": "column", "rowHeight": 30, "animation": "fade"]
            #expect(columns.document["sections"]?[0]?["layout"] == column)
            #expect(pages.document["cells"] == columns.document["cells"])
        }
    }

    @Test func anEditInOneScreenAppearsInTheOther() async throws {
        try await withWorkbench { visitor in
            let (table, grid) = (try await visitor.open("/table"), try await visitor.open("/collection"))
            try await table.run("add-section")
            try await grid.run("add-row")
            try await table.run("delete-row")
            for screen in [table, grid] {
                try await screen.settle()
                #expect(screen.document["sections"]?.arrayValue?.map { $0["count"] } == [35, 2])
                #expect(screen.document.texts().prefix(2) == ["Test 0.0", "Test 0.1"])
                #expect(screen.document.texts().suffix(3) == ["Test 0.34", "Test 1.0", "Another 1.1"])
            }
        }
    }

    @Test func aTapSwapsATileForOneOfTheOtherKindAtTheEnd() async throws {
        try await withWorkbench { visitor in
            let (table, grid) = (try await visitor.open("/table"), try await visitor.open("/collection"))
            let tapped = table.document.rows[4]
            try await grid.run("select", row: tapped)
            for screen in [table, grid] {
                try await screen.settle()
                #expect(!screen.document.rows.contains(tapped))
                #expect(screen.document.texts().suffix(2) == ["Test 0.34", "Another 0.35"])
                #expect(screen.document.cell(screen.document.rows[35])?["template"] == "another")
            }
            #expect(try await grid.run("select", row: tapped)["error"]?["code"] == "not-found")
        }
    }
}
