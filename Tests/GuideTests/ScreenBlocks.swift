import Oriel
import OrielTesting
import Testing

@SceneActor @Observable final class Example {
    var name = "one and two"
    var numberOne = 1
    var numberTwo = 2
}

final class ExampleViewModel: ViewModel {
    @Bound var model: Example?
    @Output var name = ""
    @Output var sum = 0

    override func updateOutputs() {
        name = model?.name ?? ""
        sum = (model?.numberOne ?? 0) + (model?.numberTwo ?? 0)
    }
}

final class CarViewModel: ViewModel {
    @Output var top = "Waiting for the car"

    override func load() async throws {
        try await Task.sleep(for: .seconds(2))
        top = "Car loaded"
    }
}

/// Screens, their models and their life cycle.
@Suite(.timeLimit(.minutes(5))) struct ScreenBlocks {
    final class TotalsViewModel: ViewModel {
        @Live var open: Int
        @Live var sum: Double?

        init(_ store: Store) {
            _open = Live(store.count("Ticket", where: [.equal("State", "open")]))
            _sum = Live(store.value("SELECT sum(Total) AS Sum FROM Invoice", "Sum"))
            super.init(title: "Totals")
        }
    }

    @Test func outputsFollowTheModel() async throws {
        let model = await Example()
        let app = try await Guide.serve { guide, _, _ in
            guide.screen("/") { _ in
                let screen = ExampleViewModel()
                screen.model = model
                return screen
            }
        }
        let page = try await Visit(app, "/")
        #expect(page.outputs == ["name": "one and two", "sum": 3])
        await change { (model.name, model.numberOne) = ("five and two", 5) }
        try await page.wait("the model is shown") { $0.outputs == ["name": "five and two", "sum": 7] }
    }

    @Test func valuesOfADatabaseStayCurrent() async throws {
        let app = try await Guide.serve { guide, store, _ in
            guide.screen("/") { _ in TotalsViewModel(store) }
        }
        #expect(try await Visit(app, "/").outputs == ["open": 2, "sum": 6.5])
    }

    @Test func aScreenLoads() async throws {
        let app = try await Guide.serve { guide, _, _ in guide.screen("/") { _ in CarViewModel() } }
        let page = try await Visit(app, "/")
        #expect(page.phase == "loaded" && page.outputs["top"] == "Car loaded")
    }
}
