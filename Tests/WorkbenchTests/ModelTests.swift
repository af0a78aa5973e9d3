import JSON
import OrielTesting
import Testing

/// Screens that follow a model: the demo and the car.
@Suite(.timeLimit(.minutes(5))) struct ModelTests {
    @Test func theNthPressGivesTheNthName() async throws {
        let app = try await makeWorkbench()
        let (demo, other) = (try await Visit(app, "/demo"), try await Visit(app, "/demo"))
        #expect(demo.outputs == ["name": "No name yet", "venueID": 0])
        for _ in 1...3 { try await demo.tap("change") }
        #expect(demo.outputs == ["name": "3. name generated", "venueID": 3])
        try await other.wait("the name has come") { $0.outputs["name"] == "3. name generated" }
        for page in [demo, other] { try await page.waitForGET() }
    }

    @Test func aCarShowsThatItIsLoadingAndThatItHasLoaded() async throws {
        let car = try await Visit(makeWorkbench(), "/car")
        #expect(car.outputs == ["top": "Car loaded", "bottom": "The car is here."])
        let first = try #require(await car.recording().screens.first)
        #expect(first.phase == "loading" && first.outputs["top"] == "Loading the car…")
        let count = await car.recording().screens.count
        try await car.tap("Reload")
        try await car.wait("the car is here again") { $0.phase == "loaded" }
        let screens = await car.recording().screens.dropFirst(count)
        #expect(screens.contains { $0.phase == "loading" && $0.outputs["bottom"] == "The car is on its way." })
        try await car.waitForGET()
    }
}
