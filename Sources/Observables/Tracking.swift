import Loop

/// Tracks the models that a function reads, and runs the function again when they change: once per turn of the event
/// loop, however many properties have changed.
///
/// Each run of `read` finds the properties to track: those of `@Observable` classes (Swift's Observation) and fields of
/// view models. A branch that was not taken is not tracked until it is. `then` runs after each reading, and its reads
/// are not tracked. Tracking ends when it is cancelled or released, and leaves nothing behind in the models.
///
/// A thread-safe model may change on any thread: the last value is always read in the end. There is one exception:
/// Swift's Observation tracks a property from the end of the reading that first read it. A change by another thread
/// during that reading is not noticed. Call ``setNeedsReading()`` after the first reading of a model that changes all
/// the time.
///
///     tracking = Tracking { [weak self] in self?.show(person.first, person.last) }
///
/// Capture the owner weakly: an owner released on another thread may be gone while a reading is due.
///
/// - Complexity: a tracked change costs one reading per turn; tracking costs about a microsecond a property.
@SceneActor public final class Tracking {
    /// The tracking whose reading is running.
    package private(set) static var current: Tracking?

    private let read: @SceneActor () -> Void
    private let then: @SceneActor () -> Void
    private var reading: Reading?
    private var isScheduled = false
    private var isCancelled = false
    /// The number of the reading: reports of changes for an earlier one are ignored.
    package private(set) var generation = 0

    /// Reads now, and again after each turn in which a tracked property has changed.
    public convenience init(_ read: @escaping @SceneActor () -> Void, then: @escaping @SceneActor () -> Void = {}) {
        self.init(reading: read, then: then)
        readNow()
    }

    private init(reading read: @escaping @SceneActor () -> Void, then: @escaping @SceneActor () -> Void) {
        self.read = read
        self.then = then
    }

    /// Returns a tracking that starts with its first ``readNow()``.
    package static func idle(_ read: @escaping @SceneActor () -> Void) -> Tracking {
        Tracking(reading: read, then: {})
    }

    isolated deinit {
        reading?.end()
    }

    /// Ends the tracking: nothing is read any more.
    public func cancel() {
        isCancelled = true
        reading?.end()
    }

    /// Reads again at the end of the turn, as after a change.
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

    /// Reads to find the properties to track, without `then`; a scheduled reading stays scheduled.
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
                return SceneActor.assumeIsolated { self?.recordChange(since: generation) }
            }
            EventLoop.shared.post { self?.recordChangeElsewhere(since: generation) }
        }
        former?.end()
        if isCancelled { reading?.end() }
    }

    /// Suspends the running reading until ``resume(_:)``. Reads of `@Observable` models are still tracked: Swift's
    /// Observation cannot suspend.
    static func suspend() -> Tracking? {
        defer { current = nil }
        return current
    }

    /// Continues the suspended reading.
    static func resume(_ tracking: Tracking?) {
        current = tracking
    }

    /// Records a change, made or imminent, of a property that reading `generation` read.
    package func recordChange(since generation: Int) {
        if generation == self.generation { setNeedsReading() }
    }

    /// Records a change on another thread of a property that reading `generation` read. The next reading may have run
    /// before the change.
    private func recordChangeElsewhere(since generation: Int) {
        if generation >= self.generation - 1 { setNeedsReading() }
    }
}
