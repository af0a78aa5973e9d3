import Oriel

/// A screen that loads slowly and shows each phase of its life cycle.
@SceneActor final class CarViewModel: ViewModel {
    @Output var top = "Waiting for the car"
    @Output var bottom = ""

    init() {
        super.init(screen: "car", title: "Car")
        commands = [Command("reload", title: "Reload") { [unowned self] _ in reload() }]
    }

    override func updateOutputs() {
        bottom = "The car is \(isParked ? "here" : "on its way")."
    }

    override func load() async throws {
        isParked = false
        top = "Loading the car…"
        try await Task.sleep(for: .seconds(2))
        isParked = true
        top = "Car loaded"
    }

    @Bound private var isParked = false
}
