import Foundation
import Testing

/// The README's code equals the examples.
@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(of path: String) throws -> String {
        try String(contentsOf: Self.project.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func theAppInTheReadmeIsTheExample() throws {
        let app = try text(of: "Examples/Todo/Todo.swift")
        #expect(try text(of: "README.md").contains("```swift\n" + app + "```\n"))
        #expect(app.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 40)
    }
}
