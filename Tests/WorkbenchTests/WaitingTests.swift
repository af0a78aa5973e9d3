import JSON
import OrielTesting
import TestSupport
import Testing

/// Commands that ask: a `POST` returns at once that they wait, and a socket gets one reply.
@Suite(.timeLimit(.minutes(5))) struct WaitingTests {
    private let app: TestApp
    private let page: Visit
    private let command = "pantry.label.print"

    init() async throws {
        app = try await makeWorkbench()
        page = try await Visit(app, "/")
    }

    /// Calls the command with a key.
    private func call() async throws -> TestAnswer {
        try await page.post("/kitchen:\(command)", [:], ["Idempotency-Key": "a"])
    }

    private func answer(_ dialog: JSON?, _ action: JSON) async throws {
        let answer = try await page.post("/kitchen:dialog", ["dialog": dialog?["id"] ?? .null, "action": action])
        #expect(answer.status == 200)
    }

    @Test func aPostReturnsTheDialogAndMayBeRetried() async throws {
        let first = try await call()
        #expect(first.status == 202)
        let question = first.json["waiting"]
        #expect(question?["title"] == "Print it?")
        #expect(try await call().json == first.json)
        #expect(try await page.get("/kitchen").json["dialog"] == question)
        try await answer(question, "yes")
        // The command asks again, and ends, a moment after the response to its answer.
        while try await page.get("/kitchen").json["dialog"]?["title"] != "On which paper?" {}
        let second = try await call()
        #expect(second.status == 202)
        #expect(second.json["waiting"]?["title"] == "On which paper?")
        try await answer(second.json["waiting"], "yellow")
        while try await call().status == 202 {}
        for _ in 1...2 {
            let last = try await call()
            #expect(last.status == 200)
            #expect(last.json["result"] == ["paper": "yellow"])
        }
        #expect(try await page.get("/kitchen").json["dialog"] == .null)
    }

    @Test func aSocketGetsOneReplyAtTheEnd() async throws {
        try await page.go(to: "/kitchen")
        #expect(try await page.tap(command) == nil)
        #expect(page.dialog?.title == "Print it?")
        #expect(try await page.answer("yes") == nil)
        #expect(page.dialog?.title == "On which paper?")
        #expect(try await page.answer("white") == ["paper": "white"])
        try await page.waitForGET()
        #expect(page.slots["pantry"]?.slots["label"]?.outputs["printed"] == "Flour on white paper")
    }

    @Test func aFailureAfterAnAlertIsTheReply() async throws {
        try await page.go(to: "/kitchen")
        try await page.type("", into: "pantry.label.text")
        try await page.tap(command)
        #expect(page.dialog?.focus == "pantry.label.text")
        let waiting = try await call()
        #expect(waiting.status == 202)
        let refusal = await #expect(throws: Refusal.self) { try await page.answer("ok") }
        #expect(refusal?.fields == ["text": "is missing"])
        try await answer(waiting.json["waiting"], "ok")
        #expect(try await call().status == 422)
    }

    @Test func waitingCommandsKeepTheSocketResponsiveAndTheOldestIsCancelled() async throws {
        let socket = try await SocketClient(port: app.port)
        let scene = try #require(try await socket.open("/kitchen")["scene"]?.intValue)
        let cookie = ["Cookie": try #require(socket.cookie)]
        for _ in 1...40 {
            try await socket.send([
                "type": "command", "ref": .string(command), "scene": .int(scene), "command": .string(command),
            ])
        }
        for _ in 1...24 {
            let reply = try await socket.next { $0["type"] == "reply" }
            #expect(reply["result"] == ["paper": .null])
        }
        try await socket.follow(scene) { $0["dialog"]?["id"] == 25 }
        let gone = try await app.post("/kitchen:dialog", ["dialog": 3, "action": "yes"], cookie)
        #expect(gone.status == 404)
        #expect(gone.json["detail"]?.stringValue?.contains("more than 16 were open") == true)
        for id: Int64 in 25...40 {
            let answer = try await app.post("/kitchen:dialog", ["dialog": .int(id), "action": .null], cookie)
            #expect(answer.status == 200)
            #expect(try await socket.next { $0["type"] == "reply" }["result"] == ["paper": .null])
        }
        try await socket.follow(scene) { $0["dialog"] == .null }
    }
}
