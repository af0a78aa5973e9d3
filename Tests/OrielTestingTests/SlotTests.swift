import Oriel
import OrielTesting
import Testing

/// A visitor of screens in slots, with rows, images and dialogs, and with requests of their own.
@Suite(.timeLimit(.minutes(5))) struct SlotTests {
    private let app: TestApp
    private let page: Visit

    init() async throws {
        app = try await TestApp { _ in Larder() }
        page = try await Visit(app, "/larder")
    }

    @Test func rowsAreTappedAndMoved() async throws {
        let (flour, salt) = (try page.shelf.row("Flour"), try page.shelf.row("Salt"))
        try await page.tap(flour)
        #expect(page.shelf.outputs["last"] == "chose Flour")
        try await page.tap("Open", on: salt)
        #expect(page.shelf.outputs["last"] == "opened Salt")
        try await page.tap("Weigh", on: flour)
        #expect(page.shelf.outputs["last"] == "weighed Flour")
        try await page.move(flour, to: 2)
        #expect(page.shelf.rows.map(\.title) == ["Salt", "Sugar", "Flour"])
        try await page.move(flour, before: salt)
        #expect(page.shelf.rows.map(\.title) == ["Flour", "Salt", "Sugar"])
        try await page.tap("delete", on: salt)
        #expect(page.shelf.rows.map(\.title) == ["Flour", "Sugar"])
        await #expect(throws: Refusal.self) { try await page.move(flour, to: 9) }
        await #expect(throws: Refusal.self) { try await page.tap(salt) }
        await #expect(throws: TestFailure.self) { try await page.tap("Leave", on: flour) }
    }

    @Test func anImageIsTappedUploadedAndDeleted() async throws {
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
        #expect(try await page.tapImage("shelf.photo") == nil)
        #expect(page.dialog?.answers.count == 2)
        #expect(try await page.answer("file") == nil)
        #expect(try await page.upload(png, to: "shelf.photo") == ["action": "file"])
        #expect(page.dialog == nil && page.shelf.outputs["photo"] == "/images/20")
        #expect(try await page.upload(png, to: "shelf.photo") == nil)
        try await page.tapImage("shelf.photo", sources: ["camera", "paste"])
        #expect(try await page.answer("delete") == ["action": "delete"])
        #expect(page.shelf.outputs["photo"] == .null)
        await #expect(throws: Refusal.self) { try await page.tapImage("shelf.label") }
    }

    @Test func aDialogNamesItsField() async throws {
        #expect(try await page.tap("shelf.check") == nil)
        #expect(page.dialog?.focus == "shelf.note")
        #expect(try await page.answer("ok") == [:])
        try await page.tap("Leave")
        #expect(page.dialog?.focus == nil)
    }

    @Test func requestsAreInTheSessionOfTheVisitor() async throws {
        try await page.type("mine", into: "shelf.note")
        #expect(try await page.get("/larder").json == page.document)
        #expect(try await app.get("/larder").json["slots"]?["shelf"]?["inputs"]?["note"] == "")
        #expect(try await page.post("/larder:shelf.select", ["row": "Flour"]).status == 200)
        #expect(page.shelf.outputs["last"] == "chose Flour")
        #expect(try await page.send("DELETE", "/larder:shelf.photo").status == 200)
        #expect(try await page.get("/nothing").status == 404)
    }

    @Test func aRecordingHasEachState() async throws {
        for title in ["Salt", "Sugar"] { try await page.tap(page.shelf.row(title)) }
        let screens = await page.recording().screens
        #expect(screens.map { $0.shelf.outputs["last"] } == ["", "chose Salt", "chose Sugar"])
        #expect(screens.last?.document == page.document)
    }
}

extension SeenScreen {
    fileprivate var shelf: SeenScreen { slots["shelf"] ?? self }
}

@SceneActor private final class Larder: AppCoordinator {
    override init() {
        super.init()
        personal("/larder") { _ in LarderViewModel() }
    }
}

private final class LarderViewModel: ViewModel {
    init() {
        super.init(title: "Larder")
        commands = [
            Command("leave", title: "Leave") { [unowned self] _ in Task { await alert("The door is shut.") } }
        ]
        embed(ShelfViewModel(), in: "shelf")
    }
}

private final class ShelfViewModel: ViewModel {
    @Input var note = ""
    @Output var last = ""
    let photo = ImageSlot(in: ImageMemory())
    let jars = ArrayModel(["Flour", "Salt", "Sugar"])

    init() {
        super.init(title: "Shelf")
        let cells = MutableArrayDataSource(jars, section: Section(id: "jars"), id: { $0 }) { [unowned self] in
            PotCell($0, self)
        }
        list = CellList(cells)
        commands = [
            Command("weigh", title: "Weigh") { [unowned self] in last = "weighed \($0.invocation.row ?? "")" },
            Command("check", title: "Check") { [unowned self] _ in await alert("The note is missing.", focus: "note") },
        ]
        photo.onEdit = { [photo] in photo.image = $0 }
    }
}

private final class PotCell: CellViewModel {
    private unowned let shelf: ShelfViewModel

    init(_ title: String, _ shelf: ShelfViewModel) {
        self.shelf = shelf
        super.init(title: title)
        rights = [.select, .move, .delete]
        actions = [RowAction("open", title: "Open") { shelf.last = "opened \(title)" }]
    }

    override func select() async { shelf.last = "chose \(title)" }

    override func delete() async { shelf.jars.removeAll { $0 == title } }

    override func move(to path: IndexPath) async {
        guard let index = shelf.jars.elements.firstIndex(of: title) else { return }
        shelf.jars.move(from: index, to: path.row)
    }
}
