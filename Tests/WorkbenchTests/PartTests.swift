import JSON
import TestSupport
import Testing

/// Parts in slots are addressed by path, two levels deep, on every transport.
@Suite(.timeLimit(.minutes(5))) struct PartTests {
    private func pantry(_ document: JSON) -> JSON { document["slots"]?["pantry"] ?? .null }
    private func label(_ document: JSON) -> JSON { pantry(document)["slots"]?["label"] ?? .null }

    @Test func aCommandOfAPartIsNamedByItsPath() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            #expect(try await visitor.post("/kitchen:pantry.air").json == ["result": [:]])
            #expect(try await screen.run("pantry.air")["result"] == [:])
            #expect(pantry(screen.document)["outputs"]?["temperature"] == 6)
            for name in ["nowhere.air", "pantry.bake", "pantry.label.air", "pantry.", ".air", "air"] {
                let answer = try await visitor.post("/kitchen:\(name)")
                #expect(answer.status == 404, "\(name)")
                #expect(try answer.json["code"] == "unknown-command")
                #expect(try await screen.run(name)["error"]?["code"] == "unknown-command")
            }
            try await screen.settle()
        }
    }

    @Test func aKeyBelongsToTheCommandOfOnePart() async throws {
        try await withWorkbench { visitor in
            for _ in 1...3 {
                #expect(try await visitor.post("/kitchen:pantry.air", key: "a").status == 200)
            }
            #expect(try await visitor.post("/kitchen:pantry.edit", key: "a").status == 200)
            let document = try await visitor.get("/kitchen").json
            #expect(pantry(document)["outputs"]?["temperature"] == 7)
            #expect(pantry(document)["editing"] == true)
            #expect(document["editing"] == nil)
        }
    }

    @Test func inputsOfAPartAreSetByItsPath() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            try await screen.set(["note": "buy salt"], in: "pantry")
            try await screen.set(["text": "Salt"], in: "pantry.label")
            try await screen.follow { label($0)["inputs"]?["text"] == "Salt" }
            #expect(pantry(screen.document)["outputs"]?["reminder"] == "Remember: buy salt")
            #expect(try await visitor.post("/kitchen:pantry.label.input", ["text": "Rice"]).status == 200)
            try await screen.follow { label($0)["inputs"]?["text"] == "Rice" }
            #expect(try await visitor.post("/kitchen:pantry.input", ["text": "Rice"]).status == 422)
            try await screen.settle()
        }
    }

    @Test(
        arguments: [
            (["note": 5], "pantry", "invalid"), (["text": 7], "pantry.label", "invalid"),
            (["text": "a"], "pantry", "invalid"), (["text": "a"], "pantry.shelf", "unknown-slot"),
            (["text": "a"], "nowhere", "unknown-slot"), (["text": "a"], "pantry.", "unknown-slot"),
        ] as [(JSON, String, String)])
    func aRefusalOfInputsCarriesTheRef(_ values: JSON, _ slot: String, _ code: String) async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            try await screen.set(values, in: slot, ref: "mine")
            let answer = try await visitor.socket.next { $0["type"] == "error" }
            #expect(answer["ref"] == "mine")
            #expect(answer["code"] == .string(code))
        }
    }

    @Test func rowsOfAPartAreEditedByItsPath() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            let (flour, task) = (pantry(screen.document).rows[0], pantry(screen.document).rows[5])
            _ = try await screen.run("pantry.action", row: flour, ["action": "open"])
            try await screen.follow { pantry($0).cell(flour)?["subtitle"] == "Open" }
            #expect(try await visitor.post("/kitchen:pantry.move", ["row": .string(task), "to": 1]).status == 200)
            try await screen.follow { pantry($0).rows[6] == task }
            _ = try await screen.run("pantry.delete", row: task)
            try await screen.follow { !pantry($0).rows.contains(task) }
            #expect(try await screen.run("pantry.delete", row: flour)["error"]?["code"] == "forbidden")
            #expect(try await screen.run("delete", row: flour)["error"]?["code"] == "unknown-command")
            try await screen.settle()
        }
    }

    @Test func anImageOfAPartIsUploadedByItsPath() async throws {
        try await withWorkbench { visitor in
            let screen = try await visitor.open("/kitchen")
            #expect(label(screen.document)["uploads"]?["photo"]?["limit"] == 5_242_880)
            try await screen.send("pantry.label.image", ["slot": "photo", "sources": ["file"]])
            try await screen.follow { $0["dialog"] != .null }
            try await screen.answer("file")
            try await screen.follow { $0["dialog"]?["upload"] != nil }
            #expect(screen.document["dialog"]?["upload"]?["slot"] == "pantry.label.photo")
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
            let answer = try await visitor.send("PUT", "/kitchen:pantry.label.photo", body: png)
            #expect(answer.status == 201)
            try await screen.follow { $0["dialog"] == .null && label($0)["outputs"]?["photo"] != .null }
            let reply = try await visitor.socket.next { $0["ref"] == "pantry.label.image" }
            #expect(reply["result"] == ["action": "file"])
            #expect(try await visitor.get(answer.headers["location"] ?? "").body == png)
            #expect(try await visitor.post("/kitchen:pantry.label.photo").status == 405)
            #expect(try await visitor.send("DELETE", "/kitchen:pantry.label.photo").status == 200)
            try await screen.follow { label($0)["outputs"]?["photo"] == .null }
        }
    }
}
