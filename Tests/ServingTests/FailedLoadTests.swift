import JSON
import TestSupport
import Testing

/// A load that throws is a problem of the screen that it was for, and of nothing else.
@Suite(.timeLimit(.minutes(1))) struct FailedLoadTests {
    private let failure: JSON = ["code": "load-failed", "message": "The archive burns."]

    @Test func aLoadThatThrowsIsAProblemOfTheScreenAndOfThePartInIt() async throws {
        try await withOffice { server in
            let archive = try await server.http.get("/archive").json
            #expect(archive["phase"] == "loaded")
            #expect(archive["problem"] == failure)
            #expect(archive["slots"]?["shelf"]?["phase"] == "loaded")
            #expect(archive["slots"]?["shelf"]?["problem"] == failure)
        }
    }

    @Test(arguments: ["", "shelf."]) func aReloadThatThrowsAfterOneThatDidNotIsAProblemAgain(slot: String) async throws
    {
        try await withOffice { server in
            for isBurning in [false, true, true, false, true] {
                let answer = try await server.http.post("/archive:\(slot)reload", ["burning": .bool(isBurning)])
                #expect(answer.status == 200)
                var part = try await server.http.get("/archive").json
                if !slot.isEmpty { part = try #require(part["slots"]?["shelf"]) }
                #expect(part["phase"] == "loaded")
                #expect(part["problem"] == (isBurning ? failure : nil))
            }
        }
    }
}
