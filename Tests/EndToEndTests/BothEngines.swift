import TestSupport
import Testing

/// Runs each test twice, once for each engine. ``TestEngine/current`` is the engine, and each issue names it.
struct BothEngines: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        for engine in TestEngine.allCases {
            try Task.checkCancellation()
            let marker = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("on \(engine.rawValue)")
                return issue
            }
            try await marker.provideScope(for: test, testCase: testCase) {
                await TestEngine.$current.withValue(engine) { await Self.run(function, of: test) }
            }
        }
    }

    /// Runs a test, and records its error as an issue, so that the other engine has its turn.
    private static func run(_ function: @Sendable () async throws -> Void, of test: Test) async {
        do {
            try await function()
        } catch is ExpectationFailedError {
            return  // the expectation is an issue already
        } catch {
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
    }
}

extension Trait where Self == BothEngines {
    /// Runs each test on SQLite and on PostgreSQL.
    static var onBothEngines: Self { Self() }
}
