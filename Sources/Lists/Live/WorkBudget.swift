/// Limits the time spent working: half of it in the long run, and four seconds without a rest after a quiet time.
///
///     var budget = WorkBudget()
///     …                                       // work, for 30 ms
///     let rest = budget.rest(after: .milliseconds(30))
struct WorkBudget {
    private var credit = Self.most
    private var last: ContinuousClock.Instant

    /// The limit on unused time. Half of the time is credited while it is spent, so it lasts twice as long.
    private static let most = Duration.seconds(2)

    /// Creates an unused budget.
    init(now: ContinuousClock.Instant = .now) {
        last = now
    }

    /// Records work that has just ended.
    ///
    /// - Returns: How long to rest before the next work.
    mutating func rest(after work: Duration, now: ContinuousClock.Instant = .now) -> Duration {
        credit = min(Self.most, credit + (now - last) / 2) - work
        last = now
        return credit < .zero ? credit * -2 : .zero
    }
}
