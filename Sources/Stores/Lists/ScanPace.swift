/// How a long look at all rows goes: in steps of some milliseconds. Between them writers have their turn, where a reader keeps
/// them out, and it is told what was found so far.
final class ScanPace {
    /// How many rows the next step looks at.
    private(set) var rows = 64
    private let pause: ScanPause?
    private let tell: ((Ordering) -> Void)?
    private let start = ContinuousClock.now
    /// How long after the start it is told next.
    private var tellTime: Duration

    /// A step should take about so long: a writer that waits notices nothing, and to begin a step takes a hundredth of it.
    private static let step = Duration.milliseconds(8)

    /// - Parameters:
    ///   - pause: Ends the transaction and begins the next, in a database where readers keep writers out.
    ///   - tellTime: How long nothing is told: most looks have ended by then.
    ///   - tell: Told what was found so far, ever more rarely.
    init(_ pause: ScanPause?, tellAfter tellTime: Duration = .milliseconds(100), tell: ((Ordering) -> Void)? = nil) {
        (self.pause, self.tellTime, self.tell) = (pause, tellTime, tell)
    }

    /// Whether writers have their turn between two steps.
    var letsWritersIn: Bool { pause != nil }

    /// Notes how long a step took.
    func note(_ time: Duration) {
        if time < Self.step / 2 { rows = min(rows * 2, 100_000) }
        if time > Self.step * 2 { rows = max(rows / 2, 50) }
    }

    /// Does something between two steps, outside of a transaction if readers keep writers out; `found` is the order so far.
    ///
    /// - Throws: ``SQLFailure/overtaken`` when something has been committed meanwhile.
    func between(found: () -> Ordering) throws(SQLFailure) {
        if let tell, ContinuousClock.now - start >= tellTime {
            tell(found())
            tellTime = (ContinuousClock.now - start) * 2
        }
        try outside {}
    }

    /// Does something for which nothing has to be read.
    func outside<Value>(_ body: () -> Value) throws(SQLFailure) -> Value {
        try pause?.begin()
        let value = body()
        try pause?.end()
        return value
    }
}

/// A pause of a reader, in which writers have their turn.
struct ScanPause {
    /// Ends the reader's transaction.
    let begin: () throws(SQLFailure) -> Void
    /// Begins another, and throws ``SQLFailure/overtaken`` if something was committed since.
    let end: () throws(SQLFailure) -> Void
}
