import Loop

/// A bus that sends notices to listeners, by name and sender: for events that are no property of a model.
///
///     Bus.shared.post("imported", from: library)
@SceneActor public final class Bus {
    /// A notice sent on a bus.
    public struct Notice {
        /// The name of the event.
        public let name: String
        /// The sender, or `nil`.
        public let sender: AnyObject?
        /// The content of the event, or `nil`.
        public let content: Any?
    }

    /// The bus of the process.
    public static let shared = Bus()

    private let listeners = Observers<Notice>()

    /// Creates a separate bus, for example for a test.
    public init() {}

    /// Sends a notice to all listeners to this name or to any, from this sender or from any: synchronously, in the
    /// order in which they subscribed.
    public func post(_ name: String, from sender: AnyObject? = nil, _ content: Any? = nil) {
        listeners.notify(Notice(name: name, sender: sender, content: content))
    }

    func observe(_ body: @escaping @SceneActor (Notice) -> Void) -> Subscription {
        listeners.add(body)
    }
}

/// One listener's subscriptions to a ``Bus``: at most one per name and sender, where each may be any.
///
///     subscriptions.observe("imported", from: library) { [unowned self] _ in reload() }
///
/// The subscriptions end when this object is released.
@SceneActor public final class Subscriptions {
    private struct Topic: Hashable {
        let name: String?
        let sender: ObjectIdentifier?
    }

    private let bus: Bus
    private var observations: [Topic: Subscription] = [:]

    /// Creates an instance without subscriptions, for the bus of the process or for another.
    public init(to bus: Bus? = nil) {
        self.bus = bus ?? .shared
    }

    /// The number of subscriptions.
    public var count: Int { observations.count }

    /// Calls `body` with each notice with `name` (`nil`: any) from `sender` (`nil`: any). Replaces the previous
    /// subscription to the same name and sender. The sender is not retained.
    public func observe(
        _ name: String?, from sender: AnyObject? = nil, _ body: @escaping @SceneActor (Bus.Notice) -> Void
    ) {
        let topic = Topic(name: name, sender: sender.map { ObjectIdentifier($0) })
        let isFromAnybody = sender == nil
        observations[topic] = bus.observe { [weak sender] notice in
            guard name == nil || name == notice.name else { return }
            if isFromAnybody || (sender != nil && sender === notice.sender) { body(notice) }
        }
    }

    /// Ends the subscriptions to this name (`nil`: any) from this sender (`nil`: any).
    public func remove(_ name: String? = nil, from sender: AnyObject? = nil) {
        let sender = sender.map { ObjectIdentifier($0) }
        observations = observations.filter { topic, _ in
            (name != nil && topic.name != name) || (sender != nil && topic.sender != sender)
        }
    }
}
