import Foundation
import Serving
import Testing

@testable import Server

/// The settings file.
@Suite struct SettingsFileTests {
    @Test func everySettingCanBeReadAgainAndIsInTheExample() throws {
        let names = Set(SettingsFile.entries.map(\.name))
        #expect(names == Set(Settings.names))
        #expect(SettingsFile.entries.count == names.count)
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../config/oriel.yaml")
        let text = try String(contentsOf: example, encoding: .utf8)
        for name in names {
            #expect(text.contains("\n\(name): ") || text.contains("\n# \(name): "), "\(name) is not in the example")
        }
        var settings = Settings()
        try SettingsFile.apply(text, to: &settings)
    }
}
