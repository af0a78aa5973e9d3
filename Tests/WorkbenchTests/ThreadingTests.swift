import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThreadingTests {
    @Test func aListUnderTwoWritersStaysInOrder() async throws {
        try await withWorkbench { visitor in
            let list = try await visitor.open("/threading")
            let other = try await Visitor(port: visitor.port).open("/threading")
            #expect(list.document.allows("play") && !list.document.allows("stop"))
            try await list.run("play")
            #expect(!list.document.allows("play") && list.document.allows("stop"))
            #expect(list.document["outputs"]?["running"] == true)
            try await list.watch(patches: 20)
            #expect(list.document.rows.count == 25)
            try await list.run("stop")
            try await list.settle()
            try await other.settle()
            #expect(list.document["outputs"]?["running"] == false)
        }
    }

    @Test func disabledCommandsAreRefused() async throws {
        try await withWorkbench { visitor in
            let list = try await visitor.open("/threading")
            #expect(try await list.run("stop")["error"]?["code"] == "forbidden")
        }
    }
}

extension OpenScreen {
    /// Reads so many patches; after each the list has to be in order, and one of them at least moves a row that stays.
    fileprivate func watch(patches: Int) async throws {
        var moveCount = 0
        for _ in 0..<patches {
            let message = try await visitor.socket.next { $0["type"] == "patch" }
            moveCount += (message["patch"]?.arrayValue ?? []).count { $0["op"] == "move" }
            let subtitles = document.texts("subtitle")
            #expect(subtitles == subtitles.sorted())
            #expect(subtitles.count <= 25)
        }
        #expect(moveCount > 0)
    }
}
