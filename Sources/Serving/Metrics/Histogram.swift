/// A histogram of durations.
struct Histogram {
    /// The upper bounds of the buckets, in seconds. Longer durations are only part of ``count``.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    /// The number of durations in each bucket, not cumulative.
    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    /// The number of durations.
    private(set) var count = 0
    /// The sum of all durations, in seconds.
    private(set) var sum = 0.0

    /// Counts a duration in seconds.
    mutating func record(_ seconds: Double) {
        count += 1
        sum += seconds
        if let place = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[place] += 1 }
    }
}
