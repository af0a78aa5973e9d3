import Testing

@testable import Loop

/// The rate of an action.
@Suite(.timeLimit(.minutes(5))) final class TokenBucketTests {
    private let start = ContinuousClock.now

    private lazy var limit = TokenBucket(1, now: start)

    /// Performs it once.
    ///
    /// - Returns: The seconds to wait, if it is refused.
    private func take(at time: Duration) -> Int? { limit.take(now: start + time) }

    /// Returns the number of permitted actions at once; the rest is refused.
    private func takeAll(at time: Duration) -> Int {
        var count = 0
        while take(at: time) == nil { count += 1 }
        return count
    }

    private func isRested(at time: Duration) -> Bool { limit.isRested(now: start + time) }

    @Test func allowsABurstOfTenSecondsAfterAnyPause() {
        limit = TokenBucket(3, now: start)
        for time in [0, 10, 20, 1_000, 1_010] { #expect(takeAll(at: .seconds(time)) == 30) }
        #expect(takeAll(at: .seconds(1_011)) == 3)
        #expect(takeAll(at: .milliseconds(1_011_500)) == 1)
        #expect(takeAll(at: .milliseconds(1_012_000)) == 2, "the half that was left counts")
    }

    @Test func anEarlyRequestReturnsRetryAfter() {
        #expect(takeAll(at: .zero) == 10)
        #expect(take(at: .zero) == 1)
        #expect(take(at: .milliseconds(999)) == 1)
        #expect(take(at: .seconds(1)) == nil)
    }

    @Test func anUnusedRateIsFull() {
        limit = TokenBucket(2, now: start)
        #expect(isRested(at: .zero))
        #expect(take(at: .zero) == nil)
        #expect(!isRested(at: .zero))
        #expect(!isRested(at: .milliseconds(499)))
        #expect(isRested(at: .milliseconds(500)))
        #expect(takeAll(at: .milliseconds(500)) == 20)
    }

    @Test func aNewRateKeepsTheUsedShare() {
        limit = TokenBucket(2, now: start)
        for _ in 0..<10 { #expect(take(at: .zero) == nil) }
        limit.change(to: 4)
        #expect(takeAll(at: .zero) == 20)
        limit.change(to: 4)
        #expect(takeAll(at: .zero) == 0)
        limit.change(to: 0)
        #expect(takeAll(at: .seconds(3)) == 3, "once a second at least")
    }

    @Test func aStoppedClockGrantsNothing() {
        #expect(takeAll(at: .seconds(5)) == 10)
        #expect(takeAll(at: .seconds(4)) == 0)
        #expect(takeAll(at: .seconds(5)) <= 1)
    }

    @Test(arguments: [(5, 60), (7, 3), (1, 3_600), (100, 7)]) func allowsACountInATime(count: Int, seconds: Int) {
        limit = TokenBucket(count, per: .seconds(seconds), now: start)
        #expect(takeAll(at: .zero) == count)
        let wait = take(at: .zero) ?? 0
        #expect(wait == max(1, (seconds + count - 1) / count))
        #expect(take(at: .seconds(wait)) == nil)
        #expect(takeAll(at: .seconds(2 * seconds + wait)) == count)
    }
}
