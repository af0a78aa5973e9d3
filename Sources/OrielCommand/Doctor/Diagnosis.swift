import Foundation

/// What `oriel doctor` has found.
struct Diagnosis: Encodable {
    /// How serious a finding is. The raw value is its name, and the position the exit code.
    enum Level: String, Encodable, CaseIterable {
        case ok, warning, error

        var status: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
    }

    /// One finding.
    struct Finding: Encodable {
        let level: Level
        /// What was checked, in one or two words.
        let check: String
        /// What was found, and for a problem what to do.
        let text: String
    }

    private(set) var findings: [Finding] = []

    /// The exit code: 0 without a problem, 1 with warnings, 2 with errors.
    var status: Int32 { findings.map(\.level.status).max() ?? 0 }

    /// Adds a finding.
    mutating func note(_ level: Level, _ check: String, _ text: String) {
        findings.append(Finding(level: level, check: check, text: text.split(separator: "\n").joined(separator: "; ")))
    }

    /// Adds a finding about a condition: that it is met, or otherwise a problem.
    mutating func expect(
        _ isMet: Bool, _ check: String, _ good: @autoclosure () -> String, else level: Level = .warning,
        _ problem: @autoclosure () -> String
    ) {
        note(isMet ? .ok : level, check, isMet ? good() : problem())
    }

    /// The findings, a line each.
    var text: String {
        findings.map { finding in
            finding.level.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
                + finding.check.padding(toLength: 16, withPad: " ", startingAt: 0) + finding.text + "\n"
        }.joined()
    }

    /// The findings as JSON.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
