import SQLite

/// Divides a long scan of all rows into steps of some milliseconds. Between steps, writers may commit where a reader
/// blocks them, and partial results are reported.
final class ScanPace {
    /// The number of rows of the next step.
    private(set) var rows = 64
    private let pause: ScanPause?
    private let tell: ((Ordering) -> Void)?
    private let start = ContinuousClock.now
    /// The time from the start to the next partial result.
    private var tellTime: Duration

    /// The intended duration of a step. A waiting writer does not notice it, and beginning a step takes a hundredth of
    /// it.
    private static let step = Duration.milliseconds(8)

    /// Creates a pace.
    ///
    /// - Parameters:
    ///   - pause: Ends the transaction and begins the next, in a database where readers block writers.
    ///   - tellTime: The time before the first partial result: most scans have ended by then.
    ///   - tell: Receives the order found so far, at growing intervals.
    init(_ pause: ScanPause?, tellAfter tellTime: Duration = .milliseconds(100), tell: ((Ordering) -> Void)? = nil) {
        (self.pause, self.tellTime, self.tell) = (pause, tellTime, tell)
    }

    /// Whether writers may commit between two steps.
    var letsWritersIn: Bool { pause != nil }

    /// Adapts the number of rows to the duration of a step.
    func note(_ time: Duration) {
        if time < Self.step / 2 { rows = min(rows * 2, 100_000) }
        if time > Self.step * 2 { rows = max(rows / 2, 50) }
    }

    /// Reports the order `found` so far if it is time, and lets writers commit if readers block them.
    ///
    /// - Throws: ``SQLFailure/overtaken`` after a commit meanwhile.
    func between(found: () -> Ordering) throws(SQLFailure) {
        if let tell, ContinuousClock.now - start >= tellTime {
            tell(found())
            tellTime = (ContinuousClock.now - start) * 2
        }
        try outside {}
    }

    /// Runs a body that reads nothing, outside of the transaction if readers block writers.
    func outside<Value>(_ body: () -> Value) throws(SQLFailure) -> Value {
        try pause?.begin()
        let value = body()
        try pause?.end()
        return value
    }
}

/// A pause of a reader in which writers may commit.
struct ScanPause {
    /// Ends the reader's transaction.
    let begin: () throws(SQLFailure) -> Void
    /// Begins another transaction. Throws ``SQLFailure/overtaken`` after a commit meanwhile.
    let end: () throws(SQLFailure) -> Void
}
