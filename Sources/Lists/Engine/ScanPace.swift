/// Divides a long scan of all rows into steps of some milliseconds. Between steps, writers may commit where a reader
/// blocks them, and partial results are reported.
package final class ScanPace {
    /// The number of rows of the next step.
    package private(set) var rows = 64
    private let writers: BlockedWriters?
    private let notify: ((Ordering) -> Void)?
    private let start = ContinuousClock.now
    /// The time from the start to the next partial result.
    private var notifyTime: Duration

    /// The intended duration of a step. A waiting writer does not notice it, and beginning a step takes a hundredth of
    /// it.
    private static let step = Duration.milliseconds(8)

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - writers: The writers to admit between the steps, in a database where readers block writers.
    ///   - tellTime: The time before the first partial result: most scans have ended by then.
    ///   - tell: Receives the order found so far, at growing intervals.
    package init(
        _ writers: BlockedWriters?, notifyAfter notifyTime: Duration = .milliseconds(100),
        notify: ((Ordering) -> Void)? = nil
    ) {
        (self.writers, self.notifyTime, self.notify) = (writers, notifyTime, notify)
    }

    /// Whether writers may commit between two steps.
    var letsWritersIn: Bool { writers != nil }

    /// Adapts the number of rows to the duration of a step.
    package func record(_ time: Duration) {
        if time < Self.step / 2 { rows = min(rows * 2, 100_000) }
        if time > Self.step * 2 { rows = max(rows / 2, 50) }
    }

    /// Reports the order `found` so far if it is time, and lets writers commit if readers block them.
    ///
    /// - Throws: ``ScanError/overtaken`` after a commit meanwhile.
    package func between(found: () -> Ordering) throws(ScanError) {
        if let notify, ContinuousClock.now - start >= notifyTime {
            notify(found())
            notifyTime = (ContinuousClock.now - start) * 2
        }
        try outside {}
    }

    /// Runs a body that reads nothing, while writers may commit.
    package func outside<Value>(_ body: () -> Value) throws(ScanError) -> Value {
        try writers?.admit()
        let value = body()
        try writers?.block()
        return value
    }
}
