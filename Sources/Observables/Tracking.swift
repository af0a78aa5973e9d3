import Loop

/// Something that is worked out from models, and again whenever they change: once per turn of the loop, however many of
/// the properties it read have changed.
///
/// What `read` touches is found out by running it: properties of `@Observable` classes (of Swift's Observation) and fields
/// of view models. A path that was not taken is not followed until it is. `then` runs after each reading, and what it
/// touches is not followed. Ends when it is cancelled or let go, and leaves nothing behind in the models. A model of many
/// threads may change on any of them: what was set last is read in the end.
///
///     tracking = Tracking { [weak self] in self?.show(person.first, person.last) }
///
/// Capture the owner weakly: what is let go of on another thread may be gone while a reading is due.
///
/// - Complexity: a change that was read costs one reading per turn; arming costs about a microsecond a property.
@SceneActor public final class Tracking {
    /// The one whose reading is going on.
    package private(set) static var current: Tracking?

    private let read: @SceneActor () -> Void
    private let then: @SceneActor () -> Void
    private var reading: Reading?
    private var isScheduled = false
    private var isCancelled = false
    /// The number of the reading: word of a change that an earlier one asked for does not count.
    package private(set) var generation = 0

    /// Reads now, and again after each turn in which something that was read has changed.
    public convenience init(_ read: @escaping @SceneActor () -> Void, then: @escaping @SceneActor () -> Void = {}) {
        self.init(reading: read, then: then)
        readNow()
    }

    private init(reading read: @escaping @SceneActor () -> Void, then: @escaping @SceneActor () -> Void) {
        self.read = read
        self.then = then
    }

    /// One that reads from its first ``readNow()`` on.
    package static func idle(_ read: @escaping @SceneActor () -> Void) -> Tracking {
        Tracking(reading: read, then: {})
    }

    isolated deinit {
        reading?.end()
    }

    /// Ends it: nothing is read any more.
    public func cancel() {
        isCancelled = true
        reading?.end()
    }

    /// Has everything read again at the end of the turn, as after a change.
    public func setNeedsReading() {
        guard !isScheduled, !isCancelled else { return }
        isScheduled = true
        EventLoop.shared.atEndOfTurn(.bind) { [weak self] in
            if let self, isScheduled { readNow() }
        }
    }

    /// Reads now instead of at the end of the turn.
    package func readNow() {
        isScheduled = false
        follow()
        guard !isCancelled else { return }
        let outer = Self.current
        Self.current = nil
        defer { Self.current = outer }
        then()
    }

    /// Finds out what is to be followed from now on, without ``then``; a reading that is due stays due.
    package func follow() {
        guard !isCancelled else { return }
        generation += 1
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        let generation = generation
        let former = reading
        reading = Reading(read) { [weak self] in
            guard !EventLoop.shared.isOnLoop else {
                return SceneActor.assumeIsolated { self?.noteChange(since: generation) }
            }
            EventLoop.shared.post { self?.noteChangeElsewhere(since: generation) }
        }
        former?.end()
        if isCancelled { reading?.end() }
    }

    /// What is read from now on is followed by nobody, until ``resume(_:)``; of models by Swift's Observation it is.
    static func suspend() -> Tracking? {
        defer { current = nil }
        return current
    }

    /// Goes on with the reading that was suspended.
    static func resume(_ tracking: Tracking?) {
        current = tracking
    }

    /// Notes that something has changed, or is about to, that reading `generation` read.
    package func noteChange(since generation: Int) {
        if generation == self.generation { setNeedsReading() }
    }

    /// Notes that something has changed on another thread that reading `generation` read: the next one may have read it
    /// before, too.
    private func noteChangeElsewhere(since generation: Int) {
        if generation >= self.generation - 1 { setNeedsReading() }
    }
}
