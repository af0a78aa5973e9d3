/// A rate limit (a token bucket): so many uses a second, and after a pause up to ten seconds' worth at once.
struct RateLimit {
    private var rate: Double
    private var room: Double
    private var last: ContinuousClock.Instant

    /// The number of seconds' worth that may come at once.
    private static let burst = 10.0

    /// Makes a limit of `rate` uses a second.
    init(_ rate: Int, now: ContinuousClock.Instant = .now) {
        self.rate = Double(max(1, rate))
        room = self.rate * Self.burst
        last = now
    }

    /// Changes the rate. A full bucket stays full.
    mutating func change(to rate: Int) {
        let rate = Double(max(1, rate))
        guard rate != self.rate else { return }
        room *= rate / self.rate
        self.rate = rate
    }

    /// Uses the limit once, if that is possible now.
    ///
    /// - Returns: The number of seconds to wait otherwise, at least 1.
    mutating func take(now: ContinuousClock.Instant = .now) -> Int? {
        refill(now)
        guard room >= 1 else { return max(1, Int(((1 - room) / rate).rounded(.up))) }
        room -= 1
        return nil
    }

    /// Whether the limit has not been used for so long that its bucket is full.
    mutating func isRested(now: ContinuousClock.Instant = .now) -> Bool {
        refill(now)
        return room >= rate * Self.burst
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        room = min(rate * Self.burst, room + max(0, (now - last) / .seconds(1)) * rate)
        last = now
    }
}
