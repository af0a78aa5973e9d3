import Loop

/// Many listeners to one source of events, such as a data source of your own; each is held by its own ``Subscription`` and
/// forgotten with it.
///
///     private let observers = Observers<ListEvent>()
///     func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { observers.add(body) }
///     func changed(_ changes: ChangeSet) { observers.tell(.changed(changes)) }
///
/// Telling is synchronous and in the order of registration. A listener added while telling hears the next event; one
/// removed while telling hears nothing more. What a listener causes to be told is told when everyone has heard what came
/// before, so that all hear the same in the same order. Fields of view models that listeners read are not followed by
/// whoever tells.
@SceneActor public final class Observers<Event> {
    @usableFromInline final class Listener {
        @usableFromInline let number: Int
        @usableFromInline let body: @SceneActor (Event) -> Void
        @exclusivity(unchecked) @usableFromInline var isOver = false

        @usableFromInline init(_ number: Int, _ body: @escaping @SceneActor (Event) -> Void) {
            self.number = number
            self.body = body
        }
    }

    @exclusivity(unchecked) @usableFromInline private(set) var listeners: [Listener] = []
    @exclusivity(unchecked) @usableFromInline private(set) var isTelling = false
    private var waiting: [(event: Event, listeners: [Listener])] = []
    private var lastNumber = 0

    /// No listeners.
    public init() {}

    /// Whether nobody listens.
    @inlinable public var isEmpty: Bool { listeners.isEmpty }

    /// Calls `body` with each event until the returned observation is cancelled or let go.
    public func add(_ body: @escaping @SceneActor (Event) -> Void) -> Subscription {
        lastNumber += 1
        let number = lastNumber
        listeners.append(Listener(number, body))
        return Subscription { [weak self] in self?.remove(number) }
    }

    /// Tells everyone. O(listeners).
    @inlinable public func tell(_ event: Event) {
        guard !listeners.isEmpty else { return }
        guard !isTelling else { return wait(event) }
        let outer = begin()
        for listener in listeners where !listener.isOver { listener.body(event) }
        finish(outer)
    }

    @usableFromInline func begin() -> Tracking? {
        isTelling = true
        return Tracking.suspend()
    }

    @usableFromInline func wait(_ event: Event) {
        waiting.append((event, listeners))
    }

    @usableFromInline func finish(_ outer: Tracking?) {
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            for listener in next.listeners where !listener.isOver { listener.body(next.event) }
        }
        isTelling = false
        Tracking.resume(outer)
    }

    private func remove(_ number: Int) {
        guard let index = listeners.firstIndex(where: { $0.number == number }) else { return }
        listeners.remove(at: index).isOver = true
    }
}
