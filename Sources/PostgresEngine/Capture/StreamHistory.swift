import Changes
import Dispatch
import Lists
import Synchronization
import Tables

/// The log of the stream, for readers that wait for it. Thread-safe.
final class StreamHistory: Sendable {
    private let state = Mutex(State())
    /// Wakes the stream, which asks the server how far it is.
    private let ask: @Sendable () -> Void

    /// Creates an empty history. `ask` is called when a reader waits for the stream.
    init(ask: @escaping @Sendable () -> Void) {
        self.ask = ask
    }

    private struct Waiter {
        let position: LogPosition
        let semaphore: DispatchSemaphore
    }

    private struct State {
        var log = StreamLog()
        /// How far the stream is.
        var position = LogPosition(0)
        var stream = StreamState()
        var isOver = false
        var waiters: [Waiter] = []
        var catalogue = Catalogue()
        var interests: [ObjectIdentifier: [ExactName: Set<Int>]] = [:]

        /// The waiters whose wait is over. They wait no longer.
        mutating func takeDone() -> [Waiter] {
            let done = waiters.filter { isOver || $0.position <= position }
            waiters.removeAll { isOver || $0.position <= position }
            return done
        }
    }

    /// The tables by which changes are read.
    var catalogue: Catalogue { state.withLock { $0.catalogue } }

    /// Whether the stream is lost.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Reads changes by another catalogue from now on. Any row may have changed with it.
    func use(_ catalogue: Catalogue) {
        state.withLock { state in
            state.catalogue = catalogue
            state.log.forgetStates()
        }
    }

    /// Sets the columns whose former values a reader's lists can use.
    func setInterests(_ columns: [ExactName: Set<Int>], of reader: ObjectIdentifier) {
        state.withLock { $0.interests[reader] = columns }
    }

    /// Returns the positions of the columns of a table whose former values lists can use, ascending.
    func interests(in table: ExactName) -> [Int] {
        state.withLock { state in
            state.interests.values.reduce(into: Set<Int>()) { $0.formUnion($1[table] ?? []) }.sorted()
        }
    }

    /// Adds a transaction of the stream, which is now at `position`.
    func record(_ changes: RowChanges, of transaction: UInt32, at position: LogPosition) {
        wake { state in
            state.position = max(state.position, position)
            if !changes.isEmpty { state.log.append(changes, of: transaction) }
        }
    }

    /// Notes how far the stream is.
    func advance(to position: LogPosition) { wake { $0.position = max($0.position, position) } }

    /// Measures how far the stream is behind what the server has flushed.
    func measure(to flushed: LogPosition) {
        state.withLock { $0.stream.lag = Int(clamping: flushed.number - min(flushed.number, $0.position.number)) }
    }

    /// Notes how much of its log the server keeps for the stream, and how many slots it has.
    func measure(keptLog: Int, slots: Int, limit: Int) {
        state.withLock { state in
            (state.stream.keptLog, state.stream.slots, state.stream.slotLimit) = (keptLog, slots, limit)
        }
    }

    /// The state of the stream, as far as it was measured.
    var streamState: StreamState { state.withLock { $0.stream } }

    /// Ends all waiting: the stream is lost.
    func end() { wake { $0.isOver = true } }

    private func wake(_ body: (inout State) -> Void) {
        let done = state.withLock { state in
            body(&state)
            return state.takeDone()
        }
        for waiter in done { waiter.semaphore.signal() }
    }

    /// Waits until the stream has passed a position, or for a time. Returns whether it has.
    func wait(for position: LogPosition, atMost limit: Duration) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { state in
            guard state.position < position, !state.isOver else { return false }
            state.waiters.append(Waiter(position: position, semaphore: semaphore))
            return true
        }
        if mustWait {
            ask()
            _ = semaphore.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1))))
        }
        return state.withLock { state in
            state.waiters.removeAll { $0.semaphore === semaphore }
            return state.position >= position
        }
    }

    /// Whether the stream has brought all that a snapshot shows. See ``StreamLog/hasAll(shownBy:)``.
    func hasAll(shownBy snapshot: Snapshot) -> Bool { state.withLock { $0.log.hasAll(shownBy: snapshot) } }

    /// Returns the number of the state that a snapshot shows. See ``StreamLog/reading(of:since:unrecorded:)``.
    func reading(of snapshot: Snapshot, since positions: Set<Int64>, _ catalogue: Catalogue) -> StreamLog.Reading {
        let unrecorded = catalogue.unrecorded
        return state.withLock { $0.log.reading(of: snapshot, since: positions, unrecorded: unrecorded) }
    }
}
