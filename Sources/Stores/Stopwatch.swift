import Synchronization

/// Tells for how long a queue has been at work without an answer. Any thread may ask.
final class Stopwatch: Sendable {
    private let state = Mutex((waiting: 0, since: ContinuousClock.now))

    /// Something is asked of the queue.
    func begin() {
        state.withLock { state in
            if state.waiting == 0 { state.since = .now }
            state.waiting += 1
        }
    }

    /// Something that was asked is answered.
    func end() {
        state.withLock { state in
            state.waiting -= 1
            state.since = .now
        }
    }

    /// How long ago the last answer was given, or the first thing asked after it; `nil` when nothing waits for an answer.
    var silence: Duration? {
        state.withLock { $0.waiting == 0 ? nil : .now - $0.since }
    }
}

/// What a store's queues are doing, for a log line about a program that has to end in the middle of it. Any thread may ask.
package final class StoreWork: Sendable {
    private let queues = Mutex<[(name: String, watch: Stopwatch)]>([])

    func add(_ name: String, _ watch: Stopwatch) { queues.withLock { $0.append((name, watch)) } }
    func remove(_ watch: Stopwatch) { queues.withLock { $0.removeAll { $0.watch === watch } } }
    func removeAll() { queues.withLock { $0 = [] } }

    /// A phrase for each queue that owes an answer, such as `a write or a quick list for 3.2 seconds`.
    package var phrases: [String] {
        queues.withLock { $0 }.compactMap { name, watch in watch.silence.map { "\(name) for \($0)" } }
    }
}
