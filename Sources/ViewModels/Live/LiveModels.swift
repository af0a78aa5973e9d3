import DataSources
import Loop
import Observables

/// The live models that a view model follows.
@SceneActor final class LiveModels {
    private var entries: [(model: any LiveModel, subscription: Subscription)] = []
    /// The problem of a live model that the view model shows.
    private var shownProblem: ListProblem?

    nonisolated init() {}

    func checkIsCurrent() -> Bool { entries.allSatisfy { $0.model.checkIsCurrent() } }

    /// Returns when the read of each began; `nil` for each that has not been read.
    func looks(beside list: (any DataSource<Cell>)?) -> [ContinuousClock.Instant?] {
        (list.map { [$0.readAt] } ?? []) + entries.map(\.model.readAt)
    }

    /// Whether each has been read once or has a problem.
    var haveAnswered: Bool { entries.allSatisfy { $0.model.readAt != nil || $0.model.problem != nil } }

    var identities: [AnyHashable] { entries.map(\.model.identity) }

    func add(_ model: any LiveModel, _ subscription: Subscription) {
        entries.append((model, subscription))
    }

    func contains(_ model: any LiveModel) -> Bool {
        entries.contains { $0.model === model }
    }

    func remove(_ model: any LiveModel) {
        entries.removeAll { $0.model === model }
    }

    /// Takes over the models' current problem.
    ///
    /// - Returns: The models' problem if the view model showed one of theirs or has none of its own; otherwise `own`.
    func problem(instead own: ListProblem?) -> ListProblem? {
        let problem = entries.lazy.compactMap(\.model.problem).first
        defer { shownProblem = problem }
        return own == shownProblem ? problem : own
    }
}
