import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EditingTests {
    @Test func anInsertRowIsShownInEditMode() async throws {
        try await withWorkbench { visitor in
            let (mine, theirs) = (
                try await visitor.open("/editing"), try await Visitor(port: visitor.port).open("/editing")
            )
            #expect(mine.document.texts() == ["Ada", "Bob", "Cleo"])
            try await mine.run("edit")
            let insert = try #require(mine.document.rows.last)
            #expect(mine.document.cell(insert)?["can"] == ["edit", "insert"])
            try await mine.run("insert", row: insert)
            #expect(mine.document.texts() == ["Ada", "Bob", "Cleo", "New person", "New person"])
            try await theirs.follow { $0.texts() == ["Ada", "Bob", "Cleo", "New person"] }
            #expect(try await theirs.run("insert", row: insert)["error"]?["code"] == "not-found")
            try await mine.run("edit")
            #expect(mine.document["cells"] == theirs.document["cells"])
            try await mine.settle()
            try await theirs.settle()
        }
    }

    @Test func aRowIsMovedDeletedAndBefriended() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/editing")
            let (ada, bob) = (screen.document.rows[0], screen.document.rows[1])
            try await screen.run("move", row: ada, ["to": 2])
            #expect(screen.document.texts() == ["Bob", "Cleo", "Ada"])
            try await screen.run("action", row: ada, ["action": "befriend"])
            #expect(screen.document.cell(ada)?["subtitle"] == "A friend")
            try await screen.run("delete", row: bob)
            #expect(screen.document.texts() == ["Cleo", "Ada"])
            #expect(try await screen.run("insert", row: ada)["error"]?["code"] == "forbidden")
            try await screen.settle()
        }
    }
}
