import Loop

/// Many listeners to one source of events; each is held by its own ``Subscription`` and forgotten with it.
///
/// Telling is synchronous and in the order of registration. A listener added while telling hears the next event; one
/// removed while telling hears nothing more.
@SceneActor package final class Observers<Event> {
    private var listeners: [(number: Int, body: @SceneActor (Event) -> Void)] = []
    private var lastNumber = 0

    package init() {}

    /// Whether nobody listens.
    package var isEmpty: Bool { listeners.isEmpty }

    /// Calls `body` with each event until the returned observation is cancelled or let go.
    package func add(_ body: @escaping @SceneActor (Event) -> Void) -> Subscription {
        lastNumber += 1
        let number = lastNumber
        listeners.append((number, body))
        return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
    }

    /// Tells everyone. O(listeners).
    package func tell(_ event: Event) {
        for listener in listeners where listeners.contains(where: { $0.number == listener.number }) {
            listener.body(event)
        }
    }
}
