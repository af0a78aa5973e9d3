import JSON
import TestSupport
import Testing

/// Screens that each visitor has for themselves: search, slots, cells that talk, inputs.
@Suite(.timeLimit(.minutes(5))) struct PersonalTests {
    @Test func aSearchShowsAndCountsMatchingNames() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/diffable")
            let names = screen.document.texts()
            #expect(names.count == 50)
            let letter = try #require(names[7].first)
            let matches = names.filter { $0.contains(letter) }
            try await screen.set(["search": .string(letter.uppercased())])
            try await screen.follow { $0["outputs"]?["badge"] == .int(Int64(matches.count)) }
            #expect(screen.document.texts() == matches)
            let found = names.prefix(25).count { $0.contains(letter) }
            #expect(screen.document["sections"]?[0]?["footer"] == .string("\(found) of 25"))
            try await screen.settle()
            try await screen.set(["search": ""])
            try await screen.follow { $0["outputs"]?["badge"] == 50 }
            #expect(screen.document.texts() == names)
            try await screen.settle()
        }
    }

    @Test func theChosenScreenIsLiveInTheSlot() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/embedding")
            #expect(screen.document["slots"]?["main"]?["title"] == "Table")
            let table = try await visitor.open("/table")
            try await table.run("delete-row")
            try await screen.follow { $0["slots"]?["main"]?.rows.count == 35 }
            try await screen.set(["choice": "grid"])
            try await screen.follow { $0["slots"]?["main"]?["title"] == "Collection" }
            #expect(screen.document["slots"]?["main"]?.rows.count == 35)
            try await screen.settle()
            try await screen.set(["choice": "circle"])
            let refusal = try await visitor.socket.next { $0["type"] == "error" }
            #expect(refusal["code"] == "invalid")
        }
    }

    @Test func theHeaderHasTheChosenColour() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/custom")
            try await screen.run("select", row: "Blue")
            #expect(screen.document["outputs"] == ["header": "You chose Blue", "colour": "#0000FF"])
            #expect(screen.document.cell("Blue")?["actions"] == nil)
            let refusal = try await screen.run("action", row: "Blue", ["action": "invert"])
            #expect(refusal["error"]?["fields"]?["action"] == "is not possible: the row has no actions")
            try await screen.run("edit")
            #expect(screen.document.cell("Blue")?["actions"]?[0]?["id"] == "invert")
            try await screen.run("action", row: "Blue", ["action": "invert"])
            #expect(screen.document["outputs"]?["colour"] == "#FFFF00")
            #expect(screen.document.cell("Blue")?["fields"]?["code"] == "#FFFF00")
            try await screen.settle()
        }
    }

    @Test func aSwitchAndASliderAreBoundBothWays() async throws {
        try await withWorkbench { visitor in
            let here = try await visitor.open("/basic")
            let there = try await Visitor(port: visitor.port, cookie: visitor.cookie).open("/basic")
            let stranger = try await Visitor(port: visitor.port).open("/basic")
            try await here.set(["isDark": true, "level": 17])
            for screen in [here, there] {
                try await screen.follow { $0["inputs"]?["isDark"] == true }
                #expect(screen.document["outputs"]?["summary"] == "Dark, at 17 of 20")
            }
            try await there.run("reset")
            try await here.follow { $0["inputs"] == ["isDark": false, "level": 10.0, "shape": "circle"] }
            for screen in [here, there, stranger] { try await screen.settle() }
            #expect(stranger.patchCount == 0)
        }
    }
}
