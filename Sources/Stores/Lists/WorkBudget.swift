/// How long somebody may be at work: half of the time in the long run, and for four seconds without a rest after a quiet time.
///
///     var budget = WorkBudget()
///     …                                       // work, for 30 ms
///     let rest = budget.rest(after: .milliseconds(30))
struct WorkBudget {
    private var credit = Self.most
    private var last: ContinuousClock.Instant

    /// What is saved up at most; as half of the time comes back while it is spent, it lasts twice as long.
    private static let most = Duration.seconds(2)

    /// A budget that nothing has been spent of.
    init(now: ContinuousClock.Instant = .now) {
        last = now
    }

    /// Notes work that has just ended.
    ///
    /// - Returns: How long to rest before the next.
    mutating func rest(after work: Duration, now: ContinuousClock.Instant = .now) -> Duration {
        credit = min(Self.most, credit + (now - last) / 2) - work
        last = now
        return credit < .zero ? credit * -2 : .zero
    }
}
