/// How long something took, counted by length.
struct Histogram {
    /// The longest time of each count, in seconds; what took longer is only in ``count``.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    /// How many were within each bound, and not within the one before.
    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    /// How many there were.
    private(set) var count = 0
    /// How long all of them took, in seconds.
    private(set) var sum = 0.0

    /// Counts one that took so many seconds.
    mutating func note(_ seconds: Double) {
        count += 1
        sum += seconds
        if let place = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[place] += 1 }
    }
}
