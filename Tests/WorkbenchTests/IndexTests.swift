import JSON
import TestSupport
import Testing

/// The index beside a list, and the parameters that make another screen.
@Suite(.timeLimit(.minutes(5))) struct IndexTests {
    @Test func theIndexNamesTheStartOfEachLetterAndFollowsTheList() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/index")
            let titles = screen.document["index"]?.arrayValue?.map { $0["title"] }
            #expect(titles == ["A", "B", "C", "D", "E", "F", "G", "H", "M", "R"])
            #expect(screen.document["index"]?[9] == ["title": "R", "start": 10])
            try await screen.run("add", ["name": "Lise"])
            try await screen.follow { $0["index"]?.arrayValue?.count == 11 }
            #expect(screen.document["index"]?[10] == ["title": "R", "start": 11])
            #expect(screen.document["index"]?[8] == ["title": "L", "start": 8])
            try await screen.settle()
        }
    }

    @Test func aShortListHasNoIndex() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/index?from=H")
            #expect(screen.document.rows.count == 4)
            #expect(screen.document["index"] == nil)
        }
    }

    @Test func onlyNamesThatTheScreenReadsMakeAnotherScene() async throws {
        try await withWorkbench { visitor in
            let (plain, marked) = (try await visitor.open("/index"), try await visitor.open("/index?utm=1&gclid=2"))
            let other = try await visitor.open("/index?from=M&utm=3")
            #expect(plain.scene == marked.scene)
            #expect(plain.scene != other.scene)
            #expect(other.document["route"] == "/index?from=M")
            #expect(other.document.texts() == ["Margaret", "Mary", "Radia"])
        }
    }
}
