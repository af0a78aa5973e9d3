import Synchronization

/// Measures how long a queue has worked without completing anything. Thread-safe.
final class Stopwatch: Sendable {
    private let state = Mutex((waiting: 0, since: ContinuousClock.now))

    /// Counts a new request to the queue.
    func begin() {
        state.withLock { state in
            if state.waiting == 0 { state.since = .now }
            state.waiting += 1
        }
    }

    /// Counts a completed request.
    func end() {
        state.withLock { state in
            state.waiting -= 1
            state.since = .now
        }
    }

    /// The time since the last completed request, or since the first request after it; `nil` when no request is
    /// pending.
    var silence: Duration? {
        state.withLock { $0.waiting == 0 ? nil : .now - $0.since }
    }
}

/// The present work of a store's queues, for a log line when the program has to end in the middle of it. Thread-safe.
package final class StoreWork: Sendable {
    private let queues = Mutex<[(name: String, watch: Stopwatch)]>([])

    func add(_ name: String, _ watch: Stopwatch) { queues.withLock { $0.append((name, watch)) } }
    func remove(_ watch: Stopwatch) { queues.withLock { $0.removeAll { $0.watch === watch } } }
    func removeAll() { queues.withLock { $0 = [] } }

    /// A phrase for each queue with pending work, such as `a write or a fast list query for 3.2 seconds`.
    package var phrases: [String] {
        queues.withLock { $0 }.compactMap { name, watch in watch.silence.map { "\(name) for \($0)" } }
    }
}
