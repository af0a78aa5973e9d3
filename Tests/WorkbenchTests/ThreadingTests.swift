import JSON
import OrielTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThreadingTests {
    @Test func aListUnderTwoWritersStaysInOrder() async throws {
        let app = try await makeWorkbench()
        let (list, other) = (try await Visit(app, "/threading"), try await Visit(app, "/threading"))
        #expect(list.offers("Play") && !list.offers("Stop"))
        try await list.tap("Play")
        #expect(!list.offers("Play") && list.offers("Stop"))
        #expect(list.outputs["running"] == true)
        for _ in 1...20 {
            let before = list.document
            try await list.wait("the list changes") { $0.document != before }
        }
        #expect(list.rows.count == 25)
        try await list.tap("Stop")
        for page in [list, other] { try await page.waitForGET() }
        #expect(list.outputs["running"] == false)
        // After each patch the list was in order, and one of them at least moved a row that stayed.
        let recording = await list.recording()
        for subtitles in recording.screens.map({ $0.rows.map(\.subtitle) }) {
            #expect(subtitles == subtitles.sorted() && subtitles.count <= 25)
        }
        let operations = recording.json["patches"]?.arrayValue?.flatMap { $0["patch"]?.arrayValue ?? [] }
        #expect(operations?.contains { $0["op"] == "move" } == true)
    }

    @Test func disabledCommandsAreRefused() async throws {
        let list = try await Visit(makeWorkbench(), "/threading")
        let refusal = await #expect(throws: Refusal.self) { try await list.tap("Stop") }
        #expect(refusal?.code == "forbidden")
    }
}
