import Loop
import Scenes
import ViewModels
import Testing

@testable import Serving

/// Case 8: refusals of the database count as guesses.
@Suite @SceneActor struct GuessLimitTests {
    private let start = ContinuousClock.now
    private let sessions = Sessions(limit: 10, lifetime: .seconds(100), path: nil)

    private func client(_ id: String, at address: String = "") -> SessionTicket {
        let principal = id.isEmpty ? Principal.nobody : Principal(.person, id: id, name: id)
        return SessionTicket(id: nil, in: sessions, address: address, principal: principal)
    }

    private func wait(_ limit: GuessLimit, _ client: SessionTicket, after seconds: Double) -> Int? {
        do throws(Problem) {
            try limit.check(client, now: start + .seconds(seconds))
            return nil
        } catch {
            return error.status == 429 ? Int(error.headers.first?.1 ?? "") : -1
        }
    }

    @Test func tenAreFreeAndThenTheDelayGrows() {
        let limit = GuessLimit()
        let (ada, bob) = (client("1"), client("2"))
        for _ in 0..<GuessLimit.free {
            #expect(wait(limit, ada, after: 0) == nil)
            limit.record(ada, now: start)
        }
        #expect(wait(limit, ada, after: 0) == nil)
        for delay in [1, 2, 4, 8, 16, 32, 60, 60] {
            limit.record(ada, now: start)
            #expect(wait(limit, ada, after: 0) == delay)
        }
        #expect(wait(limit, ada, after: 61) == nil)
        #expect(wait(limit, bob, after: 0) == nil)
        limit.record(ada, now: start + .seconds(3_700))
        #expect(wait(limit, ada, after: 3_700) == nil)
    }

    @Test func nobodyCountsByAddressAndThisMachineDoesNot() {
        let limit = GuessLimit()
        for _ in 0..<30 {
            limit.record(client("", at: "192.0.2.7"), now: start)
            limit.record(client(""), now: start)
        }
        #expect(wait(limit, client("", at: "192.0.2.7"), after: 0) == 60)
        #expect(wait(limit, client("", at: "192.0.2.8"), after: 0) == nil)
        #expect(wait(limit, client(""), after: 0) == nil)
    }
}
