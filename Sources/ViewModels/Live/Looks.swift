import Loop
import Observables

/// The observers of a live model's reads.
@SceneActor public final class Looks {
    private let observers = Observers<Void>()

    /// Creates an instance without observers.
    public init() {}

    /// Reports a read, or a change of the problem.
    public func notify() {
        observers.notify(())
    }

    /// Calls `body` after each read while the subscription exists.
    public func observe(_ body: @escaping @SceneActor () -> Void) -> Subscription {
        observers.add { body() }
    }
}
