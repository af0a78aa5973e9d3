import Oriel

/// A switch and a slider, bound both ways: set here or there, both sides know.
@SceneActor final class BasicViewModel: ViewModel {
    @Input var isDark = false
    @Input(.range(0...20)) var level = 10.0
    @Output var summary = ""

    init() {
        super.init(title: "Basic")
        commands = [
            Command("reset", title: "Reset") { [unowned self] _ in
                isDark = false
                level = 10
            }
        ]
    }

    override func updateOutputs() {
        summary = "\(isDark ? "Dark" : "Light"), at \(Int(level)) of 20"
    }
}
