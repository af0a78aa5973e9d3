import DataSources
import Loop
import Observables

/// The live models that a view model follows.
@SceneActor final class LiveModels {
    private var entries: [(model: any LiveModel, subscription: Subscription)] = []
    /// The problem of theirs that the view model shows.
    private var shownProblem: ListProblem?

    nonisolated init() {}

    var isCurrent: Bool { entries.allSatisfy(\.model.isCurrent) }

    /// When the look of each began; `nil` for one that has not been read.
    func looks(beside list: (any DataSource<Cell>)?) -> [ContinuousClock.Instant?] {
        (list.map { [$0.readAt] } ?? []) + entries.map(\.model.readAt)
    }

    /// Whether each has been read once, or says why it cannot be.
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

    /// Takes over what the models' problem is now.
    ///
    /// - Returns: What the view model's is, if it showed theirs or has none of its own.
    func problem(instead own: ListProblem?) -> ListProblem? {
        let problem = entries.lazy.compactMap(\.model.problem).first
        defer { shownProblem = problem }
        return own == shownProblem ? problem : own
    }
}
