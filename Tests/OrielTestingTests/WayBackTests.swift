import Oriel
import OrielTesting
import Testing

/// What a screen hands to the next one, and gets back from it.
@Suite(.timeLimit(.minutes(5))) struct WayBackTests {
    @Test func aScreenThatChoosesTellsTheOneBefore() async throws {
        let app = try await TestApp { _ in Studio() }
        let (mine, theirs) = (try await Visit(app, "/paint"), try await Visit(app, "/paint"))
        #expect(mine.outputs["colour"] == "none")
        try await mine.tap("Choose")
        #expect(mine.route == "/colours" && mine.outputs["offered"] == "none")
        try await mine.tap("Red")
        #expect(mine.route == "/paint")
        try await mine.wait("the colour is chosen") { $0.outputs["colour"] == "red" }
        try await mine.tap("Choose")
        #expect(mine.outputs["offered"] == "red")
        try await theirs.settle()
        #expect(theirs.outputs["colour"] == "none")
    }

    @Test func aMoveMayEndElsewhere() async throws {
        let app = try await TestApp { _ in Studio() }
        let page = try await Visit(app, "/brushes")
        try await page.move(page.row("Small"), before: page.row("Large"))
        try await page.wait("the model has decided") { $0.rows.map(\.title) == ["Large", "Small", "Medium"] }
        await #expect(throws: Refusal.self) { try await page.move(page.row("Large"), before: page.row("Medium")) }
        #expect(page.rows.map(\.title) == ["Large", "Small", "Medium"])
    }

    @Test func aDocumentNamesTheStepsAboveThatHaveNoScreen() async throws {
        let app = try await TestApp { _ in Studio() }
        #expect(try await Visit(app, "/ticket/4/seat").document["gaps"] == ["/ticket/4"])
        #expect(try await Visit(app, "/ticket").document["gaps"] == nil)
    }

    @Test(arguments: ["return", "leave"]) func aScreenThatEndsMayLeadElsewhere(_ command: String) async throws {
        let app = try await TestApp { _ in Studio() }
        let page = try await Visit(app, "/ticket")
        try await page.tap(command)
        try await page.wait("the next screen is open") { $0.title == "Paint" }
        #expect(page.route == "/paint" && page.ending == nil)
        try await page.tap("Choose")
        #expect(page.route == "/colours")
    }
}

@SceneActor private final class Studio: AppCoordinator {
    private let brushes = ArrayModel(["Large", "Medium", "Small"])

    override init() {
        super.init()
        personal("/paint") { _ in PaintViewModel() }
        personal("/colours") { _ in ColoursViewModel() }
        screen("/ticket") { _ in TicketViewModel() }
        screen(RoutePattern("/ticket/{id}/seat", Int.self)) { _, id in ViewModel(title: "Seat of \(id)") }
        screen("/brushes") { [brushes] _ in BrushesViewModel(brushes) }
    }
}

@SceneActor @Observable private final class Picking: ControllerModel {
    var chosen = "none"

    override func derived() -> ControllerModel {
        let next = Picking()
        next.chosen = chosen
        return next
    }
}

private final class PaintViewModel: ViewModel {
    @Output var colour = ""

    init() {
        super.init(title: "Paint")
        controllerModel = Picking()
        commands = [Command("choose", title: "Choose") { $0.navigation = Navigation("/colours") }]
    }

    override func updateOutputs() { colour = (controllerModel as? Picking)?.chosen ?? "" }
}

private final class ColoursViewModel: ViewModel {
    @Output var offered = ""

    init() {
        super.init(title: "Colours")
        commands = [
            Command("red", title: "Red") { [unowned self] call in
                (controllerModel.origin as? Picking)?.chosen = "red"
                call.navigation = Navigation("/paint", style: .back)
            }
        ]
    }

    override func updateOutputs() { offered = (controllerModel as? Picking)?.chosen ?? "" }
}

/// A screen that ends, and leads elsewhere: as the result of a command, or from its code.
private final class TicketViewModel: ViewModel {
    init() {
        super.init(title: "Ticket")
        commands = [
            Command("return", title: "Return") { [unowned self] call in
                end("used")
                call.navigation = Navigation("/paint")
            },
            Command("leave", title: "Leave") { [unowned self] _ in
                navigate(Navigation("/paint"))
                end("used")
            },
        ]
    }
}

private final class BrushesViewModel: ViewModel {
    init(_ brushes: ArrayModel<String>) {
        super.init(title: "Brushes")
        list = CellList(
            MutableArrayDataSource(
                brushes, section: Section(id: "brushes"), id: { $0 }, makeItem: { BrushCell($0, brushes) }))
    }
}

/// A brush. The largest stays where it is, and nothing goes before it.
private final class BrushCell: CellViewModel {
    private let brushes: ArrayModel<String>

    init(_ brush: String, _ brushes: ArrayModel<String>) {
        self.brushes = brushes
        super.init(title: brush)
        rights = .move
    }

    override func move(to path: IndexPath) async throws {
        guard title != "Large" else { throw CommandFailure.forbidden(message: "It stays.") }
        guard let index = brushes.elements.firstIndex(of: title) else { return }
        brushes.move(from: index, to: max(1, path.row))
    }
}
