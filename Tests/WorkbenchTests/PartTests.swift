import JSON
import OrielTesting
import TestSupport
import Testing

/// Parts in slots are addressed by path, two levels deep, on every transport.
@Suite(.timeLimit(.minutes(5))) struct PartTests {
    private let app: TestApp
    private let page: Visit

    init() async throws {
        app = try await makeWorkbench()
        page = try await Visit(app, "/kitchen")
    }

    private func openOnSocket() async throws -> (SocketClient, scene: Int64) {
        let socket = try await SocketClient(port: app.port)
        return (socket, try #require(try await socket.open("/kitchen")["scene"]?.intValue))
    }

    @Test func aCommandOfAPartIsNamedByItsPath() async throws {
        let (socket, scene) = try await openOnSocket()
        #expect(try await page.post("/kitchen:pantry.air").json == ["result": [:]])
        #expect(try await page.tap("pantry.air") == [:])
        #expect(page.pantry?.outputs["temperature"] == 6)
        for name in ["nowhere.air", "pantry.bake", "pantry.label.air", "pantry.", ".air", "air"] {
            let answer = try await page.post("/kitchen:\(name)")
            #expect(answer.status == 404, "\(name)")
            #expect(answer.json["code"] == "unknown-command")
            #expect(try await socket.run(name, scene: scene)["error"]?["code"] == "unknown-command")
        }
        try await page.waitForGET()
    }

    @Test func aKeyBelongsToTheCommandOfOnePart() async throws {
        let key = ["Idempotency-Key": "a"]
        for _ in 1...3 { #expect(try await page.post("/kitchen:pantry.air", [:], key).status == 200) }
        #expect(try await page.post("/kitchen:pantry.edit", [:], key).status == 200)
        #expect(page.pantry?.outputs["temperature"] == 7)
        #expect(page.pantry?.isEditing == true)
        #expect(page.document["editing"] == nil)
        try await page.waitForGET()
    }

    @Test func inputsOfAPartAreSetByItsPath() async throws {
        try await page.type("buy salt", into: "pantry.note")
        try await page.type("Salt", into: "pantry.label.text")
        #expect(try page.label?.field("text").value == "Salt")
        #expect(page.pantry?.outputs["reminder"] == "Remember: buy salt")
        #expect(try await page.post("/kitchen:pantry.label.input", ["text": "Rice"]).status == 200)
        #expect(try page.label?.field("text").value == "Rice")
        #expect(try await page.post("/kitchen:pantry.input", ["text": "Rice"]).status == 422)
        try await page.waitForGET()
        let (socket, scene) = try await openOnSocket()
        try await socket.set(["note": "buy salt"], scene: scene, slot: "pantry")
        try await socket.set(["text": "Salt"], scene: scene, slot: "pantry.label")
        try await socket.follow(scene) { $0["slots"]?["pantry"]?["slots"]?["label"]?["inputs"]?["text"] == "Salt" }
        let document = socket.replicas[scene]?.document
        #expect(document?["slots"]?["pantry"]?["outputs"]?["reminder"] == "Remember: buy salt")
    }

    @Test(
        arguments: [
            (["note": 5], "pantry", "invalid"), (["text": 7], "pantry.label", "invalid"),
            (["text": "a"], "pantry", "invalid"), (["text": "a"], "pantry.shelf", "unknown-slot"),
            (["text": "a"], "nowhere", "unknown-slot"), (["text": "a"], "pantry.", "unknown-slot"),
        ] as [(JSON, String, String)])
    func aRefusalOfInputsCarriesTheRef(_ values: JSON, _ slot: String, _ code: String) async throws {
        let (socket, scene) = try await openOnSocket()
        try await socket.set(values, scene: scene, slot: slot, ref: "mine")
        let answer = try await socket.next { $0["type"] == "error" }
        #expect(answer["ref"] == "mine")
        #expect(answer["code"] == .string(code))
    }

    @Test func rowsOfAPartAreEditedByItsPath() async throws {
        let rows = try #require(page.pantry?.rows)
        let (flour, task) = (rows[0], rows[5])
        try await page.tap("Open", on: flour)
        #expect(try page.pantry?.row("Flour").subtitle == "Open")
        #expect(try await page.post("/kitchen:pantry.move", ["row": .string(task.id), "to": 1]).status == 200)
        #expect(page.pantry?.rows[6].id == task.id)
        try await page.tap("delete", on: task)
        #expect(page.pantry?.rows.map(\.id).contains(task.id) == false)
        for (command, status, code) in [("pantry.delete", 403, "forbidden"), ("delete", 404, "unknown-command")] {
            let refusal = try await page.post("/kitchen:\(command)", ["row": .string(flour.id)])
            #expect(refusal.status == status && refusal.json["code"] == .string(code))
        }
        try await page.waitForGET()
    }

    @Test func anImageOfAPartIsUploadedByItsPath() async throws {
        #expect(page.label?.document["uploads"]?["photo"]?["limit"] == 5_242_880)
        try await page.tapImage("pantry.label.photo")
        try await page.answer("file")
        #expect(page.document["dialog"]?["upload"]?["slot"] == "pantry.label.photo")
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
        #expect(try await page.upload(png, to: "pantry.label.photo") == ["action": "file"])
        #expect(page.dialog == nil)
        let address = try #require(page.label?.outputs["photo"]?.stringValue)
        #expect(try await page.get(address).body == png)
        #expect(try await page.post("/kitchen:pantry.label.photo").status == 405)
        #expect(try await page.send("DELETE", "/kitchen:pantry.label.photo").status == 200)
        #expect(page.label?.outputs["photo"] == .null)
        let answer = try await page.send("PUT", "/kitchen:pantry.label.photo", body: png)
        #expect(answer.status == 201 && answer.headers["location"] == address)
        _ = try await page.send("DELETE", "/kitchen:pantry.label.photo")
    }
}

extension SeenScreen {
    fileprivate var pantry: SeenScreen? { slots["pantry"] }
    fileprivate var label: SeenScreen? { pantry?.slots["label"] }
}
