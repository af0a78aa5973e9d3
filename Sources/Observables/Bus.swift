import Loop

/// Where things are made known to whoever cares, by name and sender: for what is no property of a model.
///
///     Bus.shared.post("imported", from: library)
@SceneActor public final class Bus {
    /// Something that was made known.
    public struct Notice {
        /// What happened.
        public let name: String
        /// Who says so, if anybody.
        public let sender: AnyObject?
        /// What belongs to it.
        public let content: Any?
    }

    /// The bus of the process.
    public static let shared = Bus()

    private let listeners = Observers<Notice>()

    /// A bus of its own, such as for a test.
    public init() {}

    /// Tells everyone who listens to this name or to any, from this sender or from any: at once, in the order in which
    /// they began to listen.
    public func post(_ name: String, from sender: AnyObject? = nil, _ content: Any? = nil) {
        listeners.tell(Notice(name: name, sender: sender, content: content))
    }

    func observe(_ body: @escaping @SceneActor (Notice) -> Void) -> Subscription {
        listeners.add(body)
    }
}

/// What one listener wants to hear of a ``Bus``: at most one subscription per name and sender, where each may be any.
///
///     subscriptions.observe("imported", from: library) { [unowned self] _ in reload() }
///
/// It ends with the object that holds it.
@SceneActor public final class Subscriptions {
    private struct Topic: Hashable {
        let name: String?
        let sender: ObjectIdentifier?
    }

    private let bus: Bus
    private var observations: [Topic: Subscription] = [:]

    /// No subscriptions, to the bus of the process or to another.
    public init(to bus: Bus? = nil) {
        self.bus = bus ?? .shared
    }

    /// The number of subscriptions.
    public var count: Int { observations.count }

    /// Calls `body` with what is made known under `name` (`nil`: any) by `sender` (`nil`: anybody), instead of what was
    /// subscribed to for the same two before. The sender is not held.
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
