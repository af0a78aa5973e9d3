import Testing

@testable import Files

/// The time that writers are left undisturbed.
@Suite(.timeLimit(.minutes(5))) struct QuietTests {
    private let start = ContinuousClock.now

    @Test func aCommitIsCheckedAfterAPause() {
        let quiet = Quiet(now: start)
        #expect(quiet.rest(now: start) == .milliseconds(25))
        let rest = quiet.rest(now: start + .milliseconds(5))
        #expect(rest > .milliseconds(19) && rest < .milliseconds(20))
        #expect(quiet.rest(now: start + .milliseconds(25)) == .zero)
    }

    @Test func theNextCommitRestartsThePause() {
        var quiet = Quiet(now: start)
        quiet.recordWriting(now: start + .milliseconds(10))
        #expect(quiet.rest(now: start + .milliseconds(12)) > .milliseconds(20))
        #expect(quiet.rest(now: start + .milliseconds(35)) == .zero)
    }

    @Test func constantWritesAreStillChecked() {
        var quiet = Quiet(now: start)
        for time in stride(from: 1, to: 250, by: 1) {
            quiet.recordWriting(now: start + .milliseconds(time))
            #expect(quiet.rest(now: start + .milliseconds(time)) >= .milliseconds(2))
        }
        #expect(quiet.rest(now: start + .milliseconds(250)) == .zero)
    }
}
