import JSON
import OrielTesting
import TestSupport
import Testing

/// The index beside a list, and the parameters that make another screen.
@Suite(.timeLimit(.minutes(5))) struct IndexTests {
    @Test func theIndexNamesTheStartOfEachLetterAndFollowsTheList() async throws {
        let page = try await Visit(makeWorkbench(), "/index")
        let titles = page.document["index"]?.arrayValue?.map { $0["title"] }
        #expect(titles == ["A", "B", "C", "D", "E", "F", "G", "H", "M", "R"])
        #expect(page.document["index"]?[9] == ["title": "R", "start": 10])
        try await page.tap("add", ["name": "Lise"])
        try await page.wait("the index has another letter") { $0.document["index"]?.arrayValue?.count == 11 }
        #expect(page.document["index"]?[10] == ["title": "R", "start": 11])
        #expect(page.document["index"]?[8] == ["title": "L", "start": 8])
        try await page.waitForGET()
    }

    @Test func aShortListHasNoIndex() async throws {
        let page = try await Visit(makeWorkbench(), "/index?from=H")
        #expect(page.rows.count == 4)
        #expect(page.document["index"] == nil)
    }

    @Test func onlyNamesThatTheScreenReadsMakeAnotherScene() async throws {
        let app = try await makeWorkbench()
        let socket = try await SocketClient(port: app.port)
        let (plain, marked) = (try await socket.open("/index"), try await socket.open("/index?utm=1&gclid=2"))
        #expect(plain["scene"] != nil && plain["scene"] == marked["scene"])
        #expect(try await socket.open("/index?from=M&utm=3")["scene"] != plain["scene"])
        let page = try await Visit(app, "/index?from=M&utm=3")
        #expect(page.route == "/index?from=M")
        #expect(page.rows.map(\.title) == ["Margaret", "Mary", "Radia"])
    }
}
