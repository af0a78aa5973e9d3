import JSON
import OrielTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct EditingTests {
    private let app: TestApp
    private let mine: Visit

    init() async throws {
        app = try await makeWorkbench()
        mine = try await Visit(app, "/editing")
    }

    @Test func anInsertRowIsShownInEditMode() async throws {
        let theirs = try await Visit(app, "/editing")
        #expect(mine.rows.map(\.title) == ["Ada", "Bob", "Cleo"])
        try await mine.tap("Edit")
        let insert = try #require(mine.rows.last)
        #expect(insert.rights == ["edit", "insert"])
        try await mine.tap("insert", on: insert)
        #expect(mine.rows.map(\.title) == ["Ada", "Bob", "Cleo", "New person", "New person"])
        try await theirs.wait("the person is there") {
            $0.rows.map(\.title) == ["Ada", "Bob", "Cleo", "New person"]
        }
        let refusal = await #expect(throws: Refusal.self) { try await theirs.tap("insert", on: insert) }
        #expect(refusal?.code == "not-found")
        try await mine.tap("Edit")
        #expect(mine.document["cells"] == theirs.document["cells"])
        for page in [mine, theirs] { try await page.waitForGET() }
    }

    @Test func aRowIsMovedDeletedAndBefriended() async throws {
        let (ada, bob) = (mine.rows[0], mine.rows[1])
        try await mine.move(ada, to: 2)
        #expect(mine.rows.map(\.title) == ["Bob", "Cleo", "Ada"])
        try await mine.tap("Befriend", on: ada)
        #expect(try mine.row("Ada").subtitle == "A friend")
        try await mine.tap("delete", on: bob)
        #expect(mine.rows.map(\.title) == ["Cleo", "Ada"])
        let refusal = try await mine.post("/editing:insert", ["row": .string(ada.id)])
        #expect(refusal.status == 403 && refusal.json["code"] == "forbidden")
        try await mine.waitForGET()
    }
}
