import DataSources
import Loop
import Observables

/// A problem that several screens state although their content is current, such as the mistakes in a changed file that
/// is not in force. A change reaches the viewers of these screens as a patch.
@SceneActor package final class Notice {
    /// The problem, or `nil`.
    package var problem: ListProblem? { didSet { if problem != oldValue { observers.notify(()) } } }
    private let observers = Observers<Void>()

    /// Creates a notice without a problem.
    package init() {}

    /// Calls `body` after each change.
    func observe(_ body: @escaping @SceneActor () -> Void) -> Subscription { observers.add { _ in body() } }
}
