import JSON
import TestSupport
import Testing

/// Screens of an app whose lists are queries: unobserved, embedded and forbidden screens.
@Suite(.timeLimit(.minutes(5))) struct CardScreenTests {
    @Test func anUnobservedRowKeepsItsRights() async throws {
        try await withCards { cards in
            let deleted = try await cards.http.post("/cards:delete", ["row": "7"])
            #expect(deleted.status == 200, "\(deleted.text)")
            let calls = [("9", "no", 422), ("300", "remove", 200), ("7", "remove", 404)]
            for (row, action, status) in calls {
                let answer = try await cards.http.post(
                    "/cards:action", ["row": .string(row), "action": .string(action)])
                #expect(answer.status == status, "\(row) \(answer.text)")
                if status == 422 { #expect(try answer.json["fields"]?["action"] == "must be one of remove") }
            }
            #expect(try await cards.http.get("/cards?window=0,50").status == 200)
            #expect(try await cards.http.post("/cards:delete", ["row": "350"]).status == 200)
            #expect(try await cards.http.post("/desk:part.delete", ["row": "11"]).status == 200)
            #expect(try await cards.database.run("SELECT count(*) FROM card") == "396\n")
        }
    }

    @Test func anActionMayRemoveItsOwnRow() async throws {
        try await withCards { cards in
            let socket = try await SocketClient(port: cards.port)
            let scene = try #require(try await socket.open("/cards")["scene"]?.intValue)
            for row in ["1", "2", "3"] {
                let reply = try await socket.run("action", scene: scene, row: row, ["action": "remove"])
                #expect(reply["result"] != nil)
            }
            try await socket.settle(scene, cards.http)
            #expect(socket.replicas[scene]?.document["window"]?["total"] == 397)
        }
    }

    @Test func refusalsOfTheStoreAreReturned() async throws {
        try await withCards { cards in
            let answer = try await cards.http.post("/cards:add", ["state": "nowhere"])
            #expect(answer.status == 422)
            #expect(try answer.json["fields"]?["state"] == "state has no such row.")
        }
    }

    /// Writes of another program are data in any spelling.
    @Test func similarGroupsAreSeparate() async throws {
        try await withCards { cards in
            let socket = try await SocketClient(port: cards.port)
            let scene = try #require(try await socket.open("/groups")["scene"]?.intValue)
            let states = ["a, b", "caf\u{e9}", "cafe\u{301}", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}", "a/b"]
            for (number, state) in states.enumerated() {
                try await cards.database.run(
                    "INSERT INTO state VALUES ('\(state)'); "
                        + "INSERT INTO card VALUES (\(401 + number), '\(state)', 'new')"
                )
            }
            try await socket.settle(scene, cards.http)
            let fresh = try await cards.http.get("/groups?window=0,500").json
            let sections = fresh["sections"]?.arrayValue ?? []
            let ids = sections.compactMap { $0["id"]?.stringValue }
            #expect(Set(sections.compactMap { $0["title"]?.stringValue.map { Array($0.utf8) } }).count == 8)
            #expect(sections.contains { $0["id"] == "a~c b" && $0["title"] == "a, b" })
            let expected = ["todo", "done", "a~c b", "a%2Fb"] + states.dropFirst().dropLast()
            #expect(Set(ids.map { Array($0.utf8) }) == Set(expected.map { Array($0.utf8) }))
            #expect(try await cards.http.get("/cards").status == 200)
        }
    }

    @Test func aForbiddenScreenRunsNoCommand() async throws {
        try await withCards { cards in
            for _ in 0..<2 {
                let answer = try await cards.http.get("/vault")
                #expect(answer.status == 403)
                #expect(try answer.json["code"] == "forbidden")
                #expect(try await cards.http.post("/vault:wipe").status == 403)
            }
            #expect(try await cards.database.run("SELECT count(*) FROM card") == "400\n")
        }
    }

    @Test func embeddedScreensAreCurrent() async throws {
        try await withCards { cards in
            for number in 0..<30 {
                try await cards.database.run("UPDATE card SET title = 'Round \(number)' WHERE id = 1")
                let desk = try await cards.http.get("/desk").json
                #expect(desk["slots"]?["part"]?["cells"]?["1"]?["title"] == .string("Round \(number)"))
            }
        }
    }

    @Test func twoListsOfOneTableHaveSectionsOfTheirOwn() async throws {
        try await withCards { cards in
            let document = try await cards.http.get("/both?window=190,20").json
            #expect(
                document["sections"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["todo/card", "done/card"])
        }
    }
}
