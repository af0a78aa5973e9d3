import Foundation
import Testing

/// The table of `docs/explanation/frameworks.md`, and the code and tests that it names.
struct FrameworkTable {
    /// A row of the table.
    struct Row: CustomTestStringConvertible {
        let id, there, here, place, test: String

        var cells: [String] { [id, there, here, place, test] }
        var testDescription: String { id }
    }

    /// A file's path from the top of the project, and its text.
    struct File {
        let path: String
        let text: String
    }

    let top: String
    let rows: [Row]
    let tests: [File]
    /// The declarations in the sources: types, and names after `func`, `var`, `let` or `case`.
    let types: Set<String>
    let members: Set<String>

    init() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        self.top = top
        rows = Self.rows(of: try String(contentsOfFile: top + "/docs/explanation/frameworks.md", encoding: .utf8))
        tests = try Self.files(in: "Tests", endingWith: [".swift", ".test.mjs"], of: top)
        let sources = try Self.files(in: "Sources", endingWith: [".swift"], of: top)
        let lines = sources.flatMap { $0.text.split(separator: "\n") }.map(Self.words)
        types = Set(
            lines.flatMap { Self.words(behind: ["class", "struct", "enum", "protocol", "actor", "typealias"], in: $0) })
        let names = lines.flatMap { Self.words(behind: ["func", "var", "let"], in: $0) }
        let cases = lines.compactMap { line in line.firstIndex(of: "case").map { line[($0 + 1)...] } }
        members = Set(names).union(cases.joined())
    }

    /// The code names in a cell: capitalized words of code spans, and words after a dot.
    static func names(in cell: String) -> (types: [String], members: [String]) {
        let spans = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        let types = spans.flatMap { words($0[...]) }.filter { $0.first?.isUppercase == true }
        let members = spans.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).dropFirst() }
            .compactMap { words($0).first }.filter { $0.first?.isLowercase == true }
        return (types, members)
    }

    /// Whether there is this test: `Suite.function`, or `file.test.mjs: title`.
    func hasTest(_ name: String) -> Bool {
        if let colon = name.range(of: ".test.mjs: ") {
            let title = name[colon.upperBound...]
            return tests.contains { file in
                file.path.hasSuffix("/\(name[..<colon.lowerBound]).test.mjs")
                    && ["'", "`"].contains { file.text.contains("t(\($0)\(title)\($0), ") }
            }
        }
        let parts = name.split(separator: ".")
        guard parts.count == 2 else { return false }
        return tests.contains { file in
            let suites = ["struct", "class"].map { "\($0) \(parts[0])" }
            return suites.contains { file.text.contains("\($0) {") || file.text.contains("\($0):") }
                && Self.isTest("\(parts[1])", in: file.text)
        }
    }

    /// Whether a text has a test function of this name: `@Test` is between the previous function and this one.
    private static func isTest(_ name: String, in text: String) -> Bool {
        guard let function = text.range(of: "func \(name)(") else { return false }
        let before = text[..<function.lowerBound]
        guard let test = before.range(of: "@Test", options: .backwards) else { return false }
        return !before[test.upperBound...].contains("func ")
    }

    private static func rows(of text: String) -> [Row] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 7, cells[1].count == 3, Int(cells[1].dropFirst()) != nil else { return nil }
            return Row(id: cells[1], there: cells[2], here: cells[3], place: cells[4], test: cells[5])
        }
    }

    private static func files(in folder: String, endingWith endings: [String], of top: String) throws -> [File] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(top)/\(folder)").sorted()
            .filter { path in endings.contains { path.hasSuffix($0) } }
            .map {
                File(
                    path: "\(folder)/\($0)", text: try String(contentsOfFile: "\(top)/\(folder)/\($0)", encoding: .utf8)
                )
            }
    }

    /// The words of a line of code; none in a comment.
    private static func words(_ line: Substring) -> [String] {
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
        return line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    private static func words(behind keywords: Set<String>, in line: [String]) -> [String] {
        zip(line, line.dropFirst()).filter { keywords.contains($0.0) }.map(\.1)
    }
}
