import Foundation
import JSON
import Oriel
import OrielTesting
import TestSupport
import Testing

/// Visitors of a small app see, tap and type.
@Suite(.timeLimit(.minutes(5))) struct VisitTests {
    /// Where the tests run: in this process on each kind of storage, and at the address of a server.
    enum Place: CaseIterable {
        case memory, file, postgres, address
    }

    private static let ada = Principal.person("ada", roles: ["cook"])

    /// Serves a pantry. A server at an address is another `TestApp`, which lives as long as the result.
    private func withPantry(_ place: Place = .memory, _ body: (TestApp) async throws -> Void) async throws {
        let storage: TestStorage =
            switch place {
            case .memory, .address: .memory
            case .file: .file
            case .postgres:
                .postgres(try await blocking { try PostgresCluster.shared.url })
            }
        let app = try await TestApp(on: storage) { Pantry(try await $0.store(migrations: Pantry.migrations)) }
        try await body(place == .address ? TestApp(at: app.address) : app)
        await app.stop()
    }

    @Test(arguments: Place.allCases) func rowsAreSeenTappedAndDeleted(_ place: Place) async throws {
        try await withPantry(place) { app in
            let (mine, theirs) = (try await Visit(app, "/"), try await Visit(app, "/"))
            #expect(mine.title == "Jars")
            #expect(mine.rows.map(\.title) == ["Flour", "Salt", "Sugar"])
            #expect(try mine.row("Salt").subtitle == "400 g")
            try await mine.tap("Fill", on: mine.row("Salt"))
            try await theirs.wait("the jar is full") { $0.rows.map(\.subtitle).contains("1000 g") }
            try await theirs.tap("delete", on: theirs.row("Salt"))
            try await mine.wait("the row is gone") { $0.rowCount == 2 }
            #expect(mine.rows.map(\.id) == ["1", "3"])
            try await mine.tap(mine.row("Sugar"))
            #expect(mine.route == "/jars/3")
            try await mine.goBack()
            #expect(mine.route == "/")
        }
    }

    @Test(arguments: Place.allCases) func aFormIsFilledAndSaved(_ place: Place) async throws {
        try await withPantry(place) { app in
            let (mine, theirs) = (try await Visit(app, "/jars/1"), try await Visit(app, "/jars/1"))
            #expect(try mine.field("Label").value == "Flour")
            #expect(try mine.field("lidSize").title == "Lid size")
            try await mine.type("", into: "Label")
            #expect(try mine.field("name").problem != nil)
            let refusal = await #expect(throws: Refusal.self) { try await mine.tap("Save") }
            #expect(refusal?.code == "invalid" && refusal?.fields.keys.sorted() == ["name"])
            try await mine.type("Rye", into: "Label")
            try await mine.tap("Save")
            try await theirs.wait("the other form follows") { $0.fields.first?.value == "Rye" }
            try await theirs.type(5, into: "Grams")
            try await mine.type(Int64(7), into: "grams")
            try await mine.tap("Save")
            try await theirs.wait("the conflict shows") { (try? $0.field("grams").conflict) == 7 }
            await #expect(throws: Refusal.self) { try await theirs.tap("Save") }
            try await theirs.tap("Save", ["force": true])
            try await mine.wait("the forced value shows") { (try? $0.field("grams").value) == 5 }
        }
    }

    @Test func aScreenEndsForEverybody() async throws {
        try await withPantry { app in
            let form = try await Visit(app, "/jars/2")
            let list = try await Visit(app, "/")
            try await list.tap("delete", on: list.row("Salt"))
            #expect(try await form.waitForEnd() == "deleted")
            #expect("\(form)".hasSuffix("ended: deleted"))
        }
    }

    @Test func dialogsAreAnswered() async throws {
        try await withPantry { app in
            let page = try await Visit(app, "/kitchen")
            #expect(try await page.tap("Cook") == nil)
            #expect(page.dialog?.title == "Which pot?")
            #expect(page.dialog?.answers == ["The big one", "Cancel"])
            await #expect(throws: TestFailure.self) { try await page.answer("The small one") }
            #expect(try await page.answer("The big one") == nil)
            #expect(page.dialog?.title == "Sure?")
            #expect(try await page.answer("Yes") == ["pots": 1])
            #expect(page.dialog == nil && page.outputs["pots"] == 1)
            try await page.tap("cook")
            #expect(try await page.answer(nil) == [:])
            #expect(page.outputs["pots"] == 1)
        }
    }

    @Test func refusalsAndMistakesSayWhatThePageShows() async throws {
        try await withPantry { app in
            let page = try await Visit(app, "/kitchen")
            let refusal = await #expect(throws: Refusal.self) { try await page.tap("Spill") }
            #expect(refusal?.code == "forbidden" && refusal?.message == "The floor is clean.")
            #expect(refusal?.description.contains("/kitchen \"Kitchen\" (loaded)") == true)
            await #expect(throws: Refusal.self) { try await page.tap("Never") }
            #expect(page.offers("Cook") && !page.offers("Never"))
            let mistake = await #expect(throws: TestFailure.self) { try await page.tap("Bake") }
            #expect(
                mistake?.description == """
                    There is no command "Bake".

                    /kitchen "Kitchen" (loaded)
                    pots: 0
                    commands: Cook, Spill, Leave, Never (disabled)
                    """)
            let missing = await #expect(throws: Refusal.self) { _ = try await Visit(app, "/cellar") }
            #expect(missing?.code == "not-found")
        }
    }

    @Test func aCommandLeadsToAnotherScreen() async throws {
        try await withPantry { app in
            let page = try await Visit(app, "/kitchen")
            try await page.tap("Leave")
            #expect(page.route == "/" && page.rows.count == 3)
            try await page.goBack()
            #expect(page.title == "Kitchen")
        }
    }

    @Test func aLoadIsAwaited() async throws {
        try await withPantry { app in
            let early = try await Visit(app, "/slow", untilLoaded: false)
            #expect(early.phase == "loading" || early.phase == "loaded")
            #expect(try await Visit(app, "/slow").outputs["text"] == "here")
        }
    }

    @Test func aWindowMoves() async throws {
        try await withPantry { app in
            let page = try await Visit(app, "/", rows: 1)
            #expect(page.rows.map(\.title) == ["Flour"] && page.rowCount == 3)
            try await page.scroll(to: 1, rows: 2)
            #expect(page.rows.map(\.title) == ["Salt", "Sugar"] && page.firstRow == 1)
        }
    }

    @Test func aPictureIsUploaded() async throws {
        let image: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
            0x3B,
        ]
        try await withPantry { app in
            let page = try await Visit(app, "/photo")
            try await page.upload(image, as: "image/gif", to: "photo")
            #expect(page.outputs["photo"] == "/images/29")
            let refusal = await #expect(throws: Refusal.self) { try await page.upload([1], to: "photo") }
            #expect(refusal?.code == "invalid")
        }
    }

    @Test func peopleSignInAndOut() async throws {
        let app = try await TestApp(people: [Self.ada]) { Pantry(try await $0.store(migrations: Pantry.migrations)) }
        let refusal = await #expect(throws: Refusal.self) { _ = try await Visit(app, "/kitchen") }
        #expect(refusal?.code == "sign-in")
        let page = try await Visit(app, "/account", as: Self.ada)
        #expect(page.outputs["name"] == "ada")
        await app.signOut(Self.ada)
        await #expect(throws: TestFailure.self) { try await page.wait { _ in false } }
        let plain = try await TestApp { Pantry(try await $0.store(migrations: Pantry.migrations)) }
        await #expect(throws: TestFailure.self) { _ = try await Visit(plain, "/", as: Self.ada) }
    }

    @Test func anAppSignsItsVisitorIn() async throws {
        let app = try await TestApp(people: [Self.ada]) { place in
            let pantry = Pantry(try await place.store(migrations: Pantry.migrations))
            pantry.publish("/account")
            return pantry
        }
        let page = try await Visit(app, "/account")
        #expect(page.outputs["name"] == "")
        try await page.tap("Enter")
        #expect(page.outputs["name"] == "ada")
        #expect(try await page.open("/kitchen").title == "Kitchen")
    }

    @Test func theFolderOfAnAppIsGoneOnceItHasStopped() async throws {
        let folders = await ArrayModel<String>([])
        let app = try await TestApp { place in
            folders.append(place.folder)
            return Pantry(try await place.store(migrations: Pantry.migrations))
        }
        let folder = try #require(await folders.elements.first)
        #expect(FileManager.default.fileExists(atPath: folder))
        await app.stop()
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func theMessagesOfAScreenAreRecorded() async throws {
        try await withPantry { app in
            let page = try await Visit(app, "/")
            try await page.tap("Fill", on: page.row("Sugar"))
            try await page.wait("the jar is full") { (try? $0.row("Sugar").subtitle) == "1000 g" }
            let recording = await page.recording().json
            #expect(recording["route"] == "/")
            #expect(recording["document"] == page.document)
            try check(recording)
        }
    }

    @Test func recordedFixturesLeadToTheirDocuments() throws {
        let folder = "Tests/Fixtures/wire"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 6)
        for name in names { try check(JSON(parsing: String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))) }
    }

    /// Applies the patches of a recording, and compares each state with its digest.
    private func check(_ recording: JSON) throws {
        var document = recording["snapshot"] ?? .null
        var digest = recording["digest"]?.stringValue
        #expect(Digest(document.contentHash).text == digest)
        for patch in recording["patches"]?.arrayValue ?? [] {
            #expect(patch["from"]?.stringValue == digest)
            document = try document.applying(patch["patch"] ?? [])
            digest = patch["to"]?.stringValue
            #expect(Digest(document.contentHash).text == digest)
        }
        #expect(document == recording["document"])
    }
}
