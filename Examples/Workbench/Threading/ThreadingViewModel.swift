import Oriel

/// A list that stays in order under two writers.
@SceneActor final class ThreadingViewModel: ViewModel {
    @Output var running = false
    private let log: EventLog

    init(_ log: EventLog) {
        self.log = log
        let rows = MutableArrayDataSource(log.events, section: Section(id: "events")) {
            CellViewModel(title: $0.title, subtitle: $0.subtitle)
        }
        super.init(title: "Threading", list: CellList(rows))
        commands = [
            Command("play", title: "Play") { _ in log.play() },
            Command("stop", title: "Stop") { _ in log.stop() },
        ]
    }

    override func updateOutputs() {
        running = log.isRunning
        enable("play", if: !running)
        enable("stop", if: running)
    }
}
