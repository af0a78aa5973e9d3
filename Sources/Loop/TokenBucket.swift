/// A token bucket: a rate of uses, and as many uses at once as the bucket holds after a pause.
package struct TokenBucket {
    /// The most uses at once.
    private var size: Double
    /// The seconds after which an empty bucket is full.
    private let time: Double
    private var room: Double
    private var last: ContinuousClock.Instant

    /// Makes a full bucket of `rate` uses a second, that holds ten seconds' worth.
    package init(_ rate: Int, now: ContinuousClock.Instant = .now) {
        self.init(max(1, rate) * 10, per: .seconds(10), now: now)
    }

    /// Makes a full bucket of `count` uses in a time, that holds all of them.
    package init(_ count: Int, per time: Duration, now: ContinuousClock.Instant = .now) {
        self.time = max(time / .seconds(1), 1e-9)
        size = Double(max(1, count))
        room = size
        last = now
    }

    /// The uses a second.
    private var rate: Double { size / time }

    /// Changes the rate, in uses a second. A full bucket stays full.
    package mutating func change(to rate: Int) {
        let size = Double(max(1, rate)) * time
        room *= size / self.size
        self.size = size
    }

    /// Uses the bucket once, if that is possible now.
    ///
    /// - Returns: The number of seconds to wait otherwise, at least 1.
    package mutating func take(now: ContinuousClock.Instant = .now) -> Int? {
        refill(now)
        guard room >= 1 else { return max(1, Int(min(((1 - room) / rate).rounded(.up), 1e9))) }
        room -= 1
        return nil
    }

    /// Whether the bucket has not been used for so long that it is full.
    package mutating func isRested(now: ContinuousClock.Instant = .now) -> Bool {
        refill(now)
        return room >= size
    }

    private mutating func refill(_ now: ContinuousClock.Instant) {
        room = min(size, room + max(0, (now - last) / .seconds(1)) * rate)
        last = now
    }
}
