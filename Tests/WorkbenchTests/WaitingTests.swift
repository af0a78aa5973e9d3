import JSON
import TestSupport
import Testing

/// Commands that ask: a `POST` returns at once that they wait, and a socket gets one reply.
@Suite(.timeLimit(.minutes(5))) struct WaitingTests {
    private let command = "pantry.label.print"

    private func answer(_ visitor: Visitor, _ dialog: JSON?, _ action: JSON) async throws {
        let answer = try await visitor.post(
            "/kitchen:dialog", ["dialog": dialog?["id"] ?? .null, "action": action])
        #expect(answer.status == 200)
    }

    @Test func aPostReturnsTheDialogAndMayBeRetried() async throws {
        try await withWorkbench { visitor in
            let first = try await visitor.post("/kitchen:\(command)", key: "a")
            #expect(first.status == 202)
            let question = try first.json["waiting"]
            #expect(question?["title"] == "Print it?")
            #expect(try await visitor.post("/kitchen:\(command)", key: "a").json == first.json)
            #expect(try await visitor.get("/kitchen").json["dialog"] == question)
            try await answer(visitor, question, "yes")
            // The command asks again, and ends, a moment after the response to its answer.
            while try await visitor.get("/kitchen").json["dialog"]?["title"] != "On which paper?" {
                try await Task.sleep(for: .milliseconds(5))
            }
            let second = try await visitor.post("/kitchen:\(command)", key: "a")
            #expect(second.status == 202)
            #expect(try second.json["waiting"]?["title"] == "On which paper?")
            try await answer(visitor, try second.json["waiting"], "yellow")
            while try await visitor.post("/kitchen:\(command)", key: "a").status == 202 {
                try await Task.sleep(for: .milliseconds(5))
            }
            for _ in 1...2 {
                let last = try await visitor.post("/kitchen:\(command)", key: "a")
                #expect(last.status == 200)
                #expect(try last.json["result"] == ["paper": "yellow"])
            }
            #expect(try await visitor.get("/kitchen").json["dialog"] == .null)
        }
    }

    @Test func aSocketGetsOneReplyAtTheEnd() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            try await screen.send(command)
            try await screen.follow { $0["dialog"]?["title"] == "Print it?" }
            try await screen.answer("yes")
            try await screen.follow { $0["dialog"]?["title"] == "On which paper?" }
            try await screen.answer("white")
            let reply = try await visitor.socket.next { $0["ref"] == .string(command) }
            #expect(reply == ["type": "reply", "ref": .string(command), "result": ["paper": "white"]])
            try await screen.settle()
            #expect(
                screen.document["slots"]?["pantry"]?["slots"]?["label"]?["outputs"]?["printed"]
                    == "Flour on white paper")
        }
    }

    @Test func aFailureAfterAnAlertIsTheReply() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            try await screen.set(["text": ""], in: "pantry.label")
            try await screen.send(command)
            try await screen.follow { $0["dialog"]?["focus"] == "pantry.label.text" }
            let call = try await visitor.post("/kitchen:\(command)", key: "a")
            #expect(call.status == 202)
            try await screen.answer("ok")
            let reply = try await visitor.socket.next { $0["ref"] == .string(command) }
            #expect(reply["error"]?["fields"] == ["text": "is missing"])
            try await answer(visitor, try call.json["waiting"], "ok")
            #expect(try await visitor.post("/kitchen:\(command)", key: "a").status == 422)
        }
    }

    @Test func waitingCommandsKeepTheSocketResponsiveAndTheOldestIsCancelled() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            for _ in 1...40 { try await screen.send(command) }
            for _ in 1...24 {
                let reply = try await visitor.socket.next { $0["type"] == "reply" }
                #expect(reply["result"] == ["paper": .null])
            }
            try await screen.follow { $0["dialog"]?["id"] == 25 }
            try await screen.settle()
            let gone = try await visitor.post("/kitchen:dialog", ["dialog": 3, "action": "yes"])
            #expect(gone.status == 404)
            #expect(try gone.json["detail"]?.stringValue?.contains("more than 16 were open") == true)
            for id: Int64 in 25...40 {
                try await answer(visitor, ["id": .int(id)], .null)
                #expect(try await visitor.socket.next { $0["type"] == "reply" }["result"] == ["paper": .null])
            }
            try await screen.follow { $0["dialog"] == .null }
        }
    }
}
