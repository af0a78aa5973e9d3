import Oriel

/// A switch, a slider and a choice, bound both ways between client and view model.
@SceneActor final class BasicViewModel: ViewModel {
    @Input var isDark = false
    @Input(.range(0...20, step: 0.5)) var level = 10.0
    @Input var shape = Shape.circle
    @Output var summary = ""
    @Output(title: "Drawn shape") var drawn = ""

    init() {
        super.init(title: "Basic")
        commands = [
            Command("reset", title: "Reset") { [unowned self] _ in
                isDark = false
                level = 10
                shape = .circle
            },
            Command("halve", title: "Halve", input: "level") { [unowned self] _ in level /= 2 },
        ]
    }

    override func updateOutputs() {
        summary = "\(isDark ? "Dark" : "Light"), at \(Int(level)) of 20"
        drawn = "\(shape)"
    }
}
