/// Decides when to check a file for commits if reading it blocks writers.
///
/// Programs often commit several times in a row, and a program without a busy timeout fails at once if it meets a
/// reader. So the check waits until the file has not been written for some milliseconds. The longer the file is written
/// without such a pause, the shorter a pause is enough. After a quarter of a second the check happens in any case.
///
///     var quiet = Quiet()
///     while case let rest = quiet.rest(), rest > .zero { …; quiet.noteWriting() }
struct Quiet {
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    private static let most = Duration.milliseconds(250)
    /// The pause required at first, and at last.
    private static let (long, short) = (Duration.milliseconds(25), Duration.milliseconds(3))

    /// Starts with a write at `now`.
    init(now: ContinuousClock.Instant = .now) {
        (start, last) = (now, now)
    }

    /// Notes another write.
    mutating func recordWriting(now: ContinuousClock.Instant = .now) {
        last = now
    }

    /// How long to wait if nothing else is written; zero when it is time to check.
    func rest(now: ContinuousClock.Instant = .now) -> Duration {
        let left = max(0, 1 - (now - start) / Self.most)
        guard left > 0 else { return .zero }
        return max(.zero, last + Self.short + (Self.long - Self.short) * left - now)
    }
}
