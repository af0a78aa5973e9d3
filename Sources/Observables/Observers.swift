import Loop

/// The listeners to one source of events, such as a data source of your own. A ``Subscription`` holds each listener and
/// removes it when it ends.
///
///     private let observers = Observers<ListEvent>()
///     func observe(_ body: @escaping @SceneActor (ListEvent) -> Void) -> Subscription { observers.add(body) }
///     func changed(_ changes: ChangeSet) { observers.notify(.changed(changes)) }
///
/// ``notify(_:)`` calls the listeners synchronously, in the order of registration. A listener that is added meanwhile
/// receives the next event; a removed listener receives no more events. An event that a listener causes waits until
/// every listener has received the current one, so that all receive the same events in the same order.
///
/// A ``Tracking`` that calls ``notify(_:)`` during its reading does not track the fields of view models that listeners
/// read. It does track their reads of `@Observable` models: Swift's Observation cannot suspend a reading. The cost is
/// one reading too many.
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

    /// Creates a source without listeners.
    public init() {}

    /// Whether there are no listeners.
    @inlinable public var isEmpty: Bool { listeners.isEmpty }

    /// Calls `body` with each event until the returned subscription is cancelled or released.
    public func add(_ body: @escaping @SceneActor (Event) -> Void) -> Subscription {
        lastNumber += 1
        let number = lastNumber
        listeners.append(Listener(number, body))
        return Subscription { [weak self] in self?.remove(number) }
    }

    /// Calls every listener with the event. O(listeners).
    @inlinable public func notify(_ event: Event) {
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
