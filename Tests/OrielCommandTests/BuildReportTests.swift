import Testing

@testable import OrielCommand

/// What `oriel dev` shows of the output of `swift build`.
@Suite(.timeLimit(.minutes(1))) struct BuildReportTests {
    /// The lines of a warning do not belong to the error before it.
    @Test func aFaultHasItsOwnExcerptOnly() {
        let report = DevelopmentState.Report(
            build: """
                /app/Sources/A.swift:3:5: error: cannot find 'nope' in scope
                 3 |     nope()
                   |     `- error: cannot find 'nope' in scope
                /app/Sources/A.swift:9:5: warning: variable 'x' was never used
                 9 |     var x = 1
                /other/B.swift:1:1: error: expected expression
                 1 | )
                """, of: "Shop", in: "/app")
        #expect(report.title == "Shop does not build")
        #expect(report.faults.map(\.title) == ["Sources/A.swift:3:5", "/other/B.swift:1:1"])
        #expect(report.faults[0].text.hasSuffix("`- error: cannot find 'nope' in scope"))
        #expect(report.faults[1].text == "expected expression\n 1 | )")
    }
}
