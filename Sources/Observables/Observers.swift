import Loop

/// Many listeners to one source of events; each is held by its own ``Subscription`` and forgotten with it.
///
/// Telling is synchronous and in the order of registration. A listener added while telling hears the next event; one
/// removed while telling hears nothing more.
@SceneActor package final class Observers<Event> {
    private var listeners: [Listener] = []

    private final class Listener {
        var body: (@SceneActor (Event) -> Void)?

        init(_ body: @escaping @SceneActor (Event) -> Void) {
            self.body = body
        }
    }

    package init() {}

    /// Whether nobody listens.
    package var isEmpty: Bool { listeners.isEmpty }

    /// Calls `body` with each event until the returned observation is cancelled or let go.
    package func add(_ body: @escaping @SceneActor (Event) -> Void) -> Subscription {
        let listener = Listener(body)
        listeners.append(listener)
        return Subscription { [weak self] in
            listener.body = nil
            self?.listeners.removeAll { $0 === listener }
        }
    }

    /// Tells everyone. O(listeners).
    package func tell(_ event: Event) {
        for listener in listeners { listener.body?(event) }
    }
}
