import Foundation
import JSON
import Testing

/// The cases in `Tests/Fixtures/json-patch`, in the form of the JSON Patch test suite: `doc`, `patch`, and `expected`
/// or `error`.
@Suite(.timeLimit(.minutes(5))) struct PatchCaseTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/json-patch").standardized

    static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    @Test func theCasesExist() {
        #expect(Self.files.contains("rfc6902.json"))
        #expect(Self.files.contains("rules.json"))
    }

    @Test(arguments: files)
    func everyCaseHasTheExpectedResult(file: String) throws {
        let text = try Data(contentsOf: Self.folder.appending(path: file))
        let cases = try #require(try JSON(parsing: Array(text)).arrayValue)
        for (number, item) in cases.enumerated() where item["disabled"]?.boolValue != true {
            guard let document = item["doc"], let patch = item["patch"] else { continue }
            let place: Comment = "\(file), case \(number): \(item["comment"]?.text ?? patch.text)"
            if item["error"] != nil {
                #expect(throws: JSONPatchError.self, place) { try document.applying(patch) }
            } else {
                let result = try? document.applying(patch)
                #expect(result == item["expected"] ?? result, place)
                #expect(result != nil, place)
            }
        }
    }
}
