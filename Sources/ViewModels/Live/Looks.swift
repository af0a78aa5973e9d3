import Loop
import Observables

/// Who wants to know when a live model was looked at.
@SceneActor public final class Looks {
    private let observers = Observers<Void>()

    /// Nobody yet.
    public init() {}

    /// Tells that there was a look, or that there is another problem.
    public func tell() {
        observers.tell(())
    }

    /// Calls `body` after each look until the subscription is let go.
    public func observe(_ body: @escaping @SceneActor () -> Void) -> Subscription {
        observers.add { body() }
    }
}
