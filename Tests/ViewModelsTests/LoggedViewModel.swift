import Loop
import Observables

@testable import ViewModels

/// A view model that records its events.
@SceneActor final class LoggedViewModel: ViewModel {
    let name: String
    let log: Log
    var gate: Gate?
    var failure: Failure?
    @Output var content = ""
    private var observation: Subscription?

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        super.init()
        observation = observe { [unowned self] event in
            if case .didUpdate = event { return }
            log.lines.append("\(name) \(event) \(phase)")
        }
    }

    /// Two of them, with one log; the test puts the child within the parent.
    static func parentAndChild() -> (log: Log, parent: LoggedViewModel, child: LoggedViewModel) {
        let log = Log()
        return (log, LoggedViewModel("parent", log), LoggedViewModel("child", log))
    }

    override func setUp() { log.lines.append("\(name) setUp") }
    override func unload() { log.lines.append("\(name) unload") }
    override func updateOutputs() { log.lines.append("\(name) outputs") }

    override func load() async throws {
        log.lines.append("\(name) load")
        await gate?.pass()
        if let failure { throw failure }
        if Task.isCancelled { log.lines.append("\(name) cancelled") }
        content = "loaded"
    }
}
