import Testing

@testable import Lists

/// Half of the time in the long run, and four seconds at once.
@Suite(.timeLimit(.minutes(5))) struct WorkBudgetTests {
    /// The rests after jobs of 40 ms that follow each other without a pause but the rests.
    private func rests(after jobs: Int, pause: Duration = .zero) -> [Duration] {
        var now = ContinuousClock.now
        var budget = WorkBudget(now: now)
        return (0..<jobs).map { _ in
            now += .milliseconds(40)
            let rest = budget.rest(after: .milliseconds(40), now: now)
            now += rest + pause
            return rest
        }
    }

    @Test func nearlyFourSecondsOfWorkRunWithoutAPause() {
        #expect(rests(after: 98).allSatisfy { $0 == .zero })
    }

    @Test func continuousWorkUsesHalfOfTheTime() {
        #expect(rests(after: 200).suffix(20).allSatisfy { $0 == .milliseconds(40) })
    }

    @Test func interruptedWorkNeedsNoPause() {
        #expect(rests(after: 1_000, pause: .milliseconds(40)).allSatisfy { $0 == .zero })
    }
}
