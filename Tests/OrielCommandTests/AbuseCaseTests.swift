import Foundation
import Testing

/// The table of abuse cases names every case, and tests that exist.
@Suite(.timeLimit(.minutes(5))) struct AbuseCaseTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func everyCaseNamesTestsThatExist() throws {
        let page = Self.project.appendingPathComponent("docs/reference/abuse-cases.md")
        let suites = try Self.suites
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .filter { $0.count == 3 && Int($0[0]) != nil }
        #expect(rows.map { Int($0[0]) } == Array(1...56))
        for row in rows {
            let tests = row[2].split(separator: ",").map { $0.trimmingCharacters(in: [" ", "`"]) }
            for test in tests {
                let parts = test.split(separator: ".").map(String.init)
                try #require(parts.count == 2, "case \(row[0]) has no tests")
                let text = try #require(suites[parts[0]], "case \(row[0]): there is no suite \(parts[0])")
                #expect(text.contains("func \(parts[1])("), "case \(row[0]): there is no test \(test)")
            }
        }
    }

    /// The text of each test file, by its name.
    private static var suites: [String: String] {
        get throws {
            let folder = project.appendingPathComponent("Tests")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            var suites: [String: String] = [:]
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                suites[file.deletingPathExtension().lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
            }
            return suites
        }
    }
}
