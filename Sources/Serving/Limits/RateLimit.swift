/// How often something may be done: so many times a second, and ten seconds' worth at once after a rest (a token bucket).
struct RateLimit {
    private var rate: Double
    private var room: Double
    private var last: ContinuousClock.Instant

    /// How many seconds' worth may come at once.
    private static let burst = 10.0

    /// A limit of `rate` a second.
    init(_ rate: Int, now: ContinuousClock.Instant = .now) {
        self.rate = Double(max(1, rate))
        room = self.rate * Self.burst
        last = now
    }

    /// Changes how often it may be done; who has used up nothing keeps it so.
    mutating func change(to rate: Int) {
        let rate = Double(max(1, rate))
        guard rate != self.rate else { return }
        room *= rate / self.rate
        self.rate = rate
    }

    /// Does it once, if it may be done now.
    ///
    /// - Returns: How many seconds to wait otherwise; at least 1.
    mutating func take(now: ContinuousClock.Instant = .now) -> Int? {
        refill(now)
        guard room >= 1 else { return max(1, Int(((1 - room) / rate).rounded(.up))) }
        room -= 1
        return nil
    }

    /// Whether it has rested for so long that it is as good as new.
    mutating func isRested(now: ContinuousClock.Instant = .now) -> Bool {
        refill(now)
        return room >= rate * Self.burst
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        room = min(rate * Self.burst, room + max(0, (now - last) / .seconds(1)) * rate)
        last = now
    }
}
