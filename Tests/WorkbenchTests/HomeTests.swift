import JSON
import OrielTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct HomeTests {
    @Test func everyLineOfTheMenuLeadsToAScreen() async throws {
        let home = try await Visit(makeWorkbench(), "/")
        #expect(home.title == "Workbench")
        #expect(home.rows.count == 18)
        for row in home.rows {
            let screen = try await home.get(#require(row.href))
            #expect(screen.status == 200)
            #expect(screen.json["title"] == row["title"])
        }
        try await home.waitForGET()
    }

    @Test func unknownRoutesAreNotFound() async throws {
        let app = try await makeWorkbench()
        for target in ["/team/99", "/team/ten", "/nowhere"] {
            #expect(try await app.get(target).status == 404)
        }
    }
}
