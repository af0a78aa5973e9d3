import JSON
import Testing

@testable import Serving

/// What the log has of a problem whose text the client does not get.
@Suite struct WithheldProblemTests {
    private let leak = Problem(status: 500, code: "failed", message: "no such column: kolibri")

    @Test func theLogHasTheTextUnderTheID() throws {
        let problem = leak.withheld.named("id-7")
        #expect(!problem.message.contains("kolibri"))
        #expect(problem.error["request"] == "id-7")
        let told = FailureLog.fields(of: problem)
        #expect(told["id"] == "id-7")
        #expect(told["reason"] == "no such column: kolibri")
        #expect(told["code"] == "failed")
    }

    @Test func otherProblemsStayAsTheyAre() {
        let refusal = Problem.notFound("Unknown route: /x.")
        #expect(refusal.withheld == refusal && refusal.withheld.named("id").request == nil)
        #expect(leak.named("id").request == nil)
        let limit = Problem.tooMany(.exports)
        #expect(limit.withheld == limit && limit.withheld.reason == nil)
        #expect(leak.withheld.withheld.reason == leak.message)
    }
}
