import JSON
import OrielTesting
import Testing

/// Screens that each visitor has for themselves: search, slots, cells that talk, inputs.
@Suite(.timeLimit(.minutes(5))) struct PersonalTests {
    @Test func aSearchShowsAndCountsMatchingNames() async throws {
        let page = try await Visit(makeWorkbench(), "/diffable")
        let names = page.rows.map(\.title)
        #expect(names.count == 50)
        let letter = try #require(names[7].first)
        let matches = names.filter { $0.contains(letter) }
        try await page.type(letter.uppercased(), into: "Search")
        #expect(page.outputs["badge"] == .int(Int64(matches.count)))
        #expect(page.rows.map(\.title) == matches)
        let found = names.prefix(25).count { $0.contains(letter) }
        #expect(page.sections[0]["footer"] == .string("\(found) of 25"))
        try await page.waitForGET()
        try await page.type("", into: "Search")
        #expect(page.outputs["badge"] == 50)
        #expect(page.rows.map(\.title) == names)
        try await page.waitForGET()
    }

    @Test func theChosenScreenIsLiveInTheSlot() async throws {
        let page = try await Visit(makeWorkbench(), "/embedding")
        #expect(page.slots["main"]?.title == "Table")
        try await page.open("/table").tap("Delete row")
        try await page.wait("the row is gone") { $0.slots["main"]?.rows.count == 35 }
        try await page.type("grid", into: "Choice")
        #expect(page.slots["main"]?.title == "Collection")
        #expect(page.slots["main"]?.rows.count == 35)
        try await page.waitForGET()
        let refusal = await #expect(throws: Refusal.self) { try await page.type("circle", into: "Choice") }
        #expect(refusal?.code == "invalid")
    }

    @Test func theHeaderHasTheChosenColour() async throws {
        let page = try await Visit(makeWorkbench(), "/custom")
        try await page.tap(page.row("Blue"))
        #expect(page.outputs == ["header": "You chose Blue", "colour": "#0000FF"])
        #expect(try page.row("Blue")["actions"] == nil)
        try await page.tap("Edit")
        let blue = try page.row("Blue")
        #expect(blue["actions"]?[0]?["id"] == "invert")
        try await page.tap("Invert", on: blue)
        #expect(page.outputs["colour"] == "#FFFF00")
        #expect(try page.row("Blue")["code"] == "#FFFF00")
        try await page.waitForGET()
        try await page.tap("Edit")
        let refusal = await #expect(throws: Refusal.self) { try await page.tap("Invert", on: blue) }
        #expect(refusal?.fields["action"] == "is not possible: the row has no actions")
    }

    @Test func aSwitchAndASliderAreBoundBothWays() async throws {
        let app = try await makeWorkbench()
        let (here, stranger) = (try await Visit(app, "/basic"), try await Visit(app, "/basic"))
        let there = try await here.open("/basic")
        try await here.type(true, into: "isDark")
        try await here.type(17, into: "level")
        for page in [here, there] {
            try await page.wait("the level has come") { $0.outputs["summary"] == "Dark, at 17 of 20" }
            #expect(try page.field("isDark").value == true)
        }
        try await there.tap("Reset")
        try await here.wait("everything is reset") {
            $0.document["inputs"] == ["isDark": false, "level": 10.0, "shape": "circle"]
        }
        for page in [here, there, stranger] { try await page.waitForGET() }
        #expect(stranger.patchCount == 0)
    }
}
