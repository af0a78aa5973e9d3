import Loop
import Observation

/// Something that is worked out from models, and again whenever they change: once per turn of the loop, however many of
/// the properties it read have changed.
///
/// What `read` touches is found out by running it: properties of `@Observable` classes (of Swift's Observation) and fields
/// of view models. A path that was not taken is not followed until it is. `then` runs after each reading, and what it
/// touches is not followed. Ends when it is cancelled or let go.
///
///     tracking = Tracking { [unowned self] in label = "\(person.first) \(person.last)" }
///
/// - Complexity: a change that was read costs one reading per turn; arming costs about a microsecond a property.
@SceneActor public final class Tracking {
    /// The one whose reading is going on.
    package private(set) static var current: Tracking?

    private let read: @SceneActor () -> Void
    private let then: @SceneActor () -> Void
    private var isScheduled = false
    private var isCancelled = false
    /// The number of the reading: word of a change that an earlier one asked for does not count.
    package private(set) var generation = 0

    /// Reads now, and again after each turn in which something that was read has changed.
    public init(_ read: @escaping @SceneActor () -> Void, then: @escaping @SceneActor () -> Void = {}) {
        self.read = read
        self.then = then
        run()
    }

    /// Ends it: nothing is read any more.
    public func cancel() {
        isCancelled = true
    }

    /// Has everything read again at the end of the turn, as after a change.
    public func setNeedsReading() {
        guard !isScheduled, !isCancelled else { return }
        isScheduled = true
        EventLoop.shared.atEndOfTurn(.bind) { [weak self] in self?.run() }
    }

    /// Notes that something has changed, or is about to, that reading `generation` read.
    package func noteChange(since generation: Int) {
        if generation == self.generation { setNeedsReading() }
    }

    private func run() {
        isScheduled = false
        guard !isCancelled else { return }
        generation += 1
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        let generation = generation
        withObservationTracking {
            read()
        } onChange: { [weak self] in
            EventLoop.shared.perform { self?.noteChange(since: generation) }
        }
        Self.current = nil
        then()
    }
}
