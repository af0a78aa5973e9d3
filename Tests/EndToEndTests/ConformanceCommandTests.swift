import TestSupport
import Testing

/// `oriel-conformance json-patch` and `json-diff` answer line by line, for suites of other projects.
@Suite(.timeLimit(.minutes(5))) struct ConformanceCommandTests {
    @Test func patchesAreApplied() async throws {
        let answers = try await answers(
            "json-patch",
            [
                #"{"doc":{"a":1},"patch":[{"op":"replace","path":"/a","value":2}]}"#,
                #"{"doc":[],"patch":[{"op":"remove","path":"/0"}]}"#,
                #"{"doc":[]}"#,
                #"{"doc":[],"patch":[{"op":"add","op":"remove","path":"/0"}]}"#,
                "[]",
            ])
        #expect(answers.count == 5)
        #expect(answers.first == #"{"result":{"a":2}}"#)
        #expect(answers.dropFirst().allSatisfy { $0.hasPrefix(#"{"error":""#) })
    }

    @Test func differencesAreComputed() async throws {
        let answers = try await answers(
            "json-diff", [#"{"from":{"a":1},"to":{"a":2}}"#, #"{"from":[1],"to":[1]}"#, #"{"from":1}"#])
        #expect(
            answers == [
                #"{"patch":[{"op":"replace","path":"/a","value":2}]}"#, #"{"patch":[]}"#,
                #"{"error":"A line needs \"from\" and \"to\"."}"#,
            ])
    }

    private func answers(_ command: String, _ lines: [String]) async throws -> [String] {
        let program = try Program(
            [command], named: "oriel-conformance", by: ["sh", "-c", #"echo "$LINES_IN" | exec "$0" "$@""#],
            environment: ["LINES_IN": lines.joined(separator: "\n")])
        let ending = try await program.end()
        #expect(ending.status == 0, "\(ending.errors)")
        return ending.output.split(separator: "\n").map(String.init)
    }
}
