import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HomeTests {
    @Test func everyLineOfTheMenuLeadsToAScreen() async throws {
        try await withWorkbench { visitor in
            let home = try await visitor.open("/")
            #expect(home.document["title"] == "Workbench")
            #expect(home.document.rows.count == 17)
            for row in home.document.rows {
                let href = try #require(home.document.cell(row)?["href"]?.stringValue)
                let screen = try await visitor.get(href)
                #expect(screen.status == 200)
                #expect(try screen.json["title"] == home.document.cell(row)?["title"])
            }
            try await home.settle()
        }
    }

    @Test func unknownRoutesAreNotFound() async throws {
        try await withWorkbench { visitor in
            for target in ["/team/99", "/team/ten", "/nowhere"] {
                let answer = try await visitor.get(target)
                #expect(answer.status == 404)
            }
        }
    }
}
