import Foundation
import JSON
import Serving
import TestSupport
import Testing

/// The settings of an app's own.
struct AppSettingsTests {
    private struct Mail: Decodable, Equatable {
        let server: String
        let port: Int
    }

    private static let settings = AppSettings([
        "days": 7, "rate": 0.5, "isOn": true, "empty": .null, "names": ["a", "b"],
        "mail": ["server": "smtp.example", "port": 25], "half": ["server": "smtp.example"],
    ])

    @Test func valuesAreRead() throws {
        let settings = Self.settings
        #expect(try settings.value("days") == 7 && settings.value("rate") == 0.5 && settings.value("isOn") == true)
        #expect(try settings.value("names") == ["a", "b"])
        #expect(try settings.value("mail") == Mail(server: "smtp.example", port: 25))
        #expect(try settings.value("empty", as: Int.self) == nil && settings.value("other", as: Int.self) == nil)
    }

    @Test func aValueOfAnotherTypeIsAMistake() {
        let days = #expect(throws: SettingsError.self) { try Self.settings.value("days", as: String.self) }
        #expect(days?.description == #"The setting "app.days" cannot be 7. The app needs a value of the type String."#)
        let half = #expect(throws: SettingsError.self) { try Self.settings.value("half", as: Mail.self) }
        #expect(half?.description.hasSuffix(#"The app needs its member "port"."#) == true)
    }

    @Test func aSettingThatNobodyReadsIsAMistake() throws {
        let settings = AppSettings(["days": 7, "dais": 8])
        _ = try settings.value("days", as: Int.self)
        let error = #expect(throws: SettingsError.self) { try settings.check() }
        #expect(error?.description == #"Unknown setting: "app.dais". Use one of: days."#)
        _ = try settings.value("dais", as: Int.self)
        try settings.check()
    }

    @Test func aSecretIsInAFileOfItsOwn() throws {
        let temporary = try TemporaryFolder()
        try withExtendedLifetime(temporary) {
            let path = "\(temporary.path)/secret"
            try Data("hunter2\n".utf8).write(to: URL(fileURLWithPath: path))
            let settings = AppSettings([
                "file": ["file": .string(path)], "plain": "hunter2", "none": ["env": "ORIEL_NO"],
            ])
            let mode: (Int) throws -> Void = {
                try FileManager.default.setAttributes([.posixPermissions: $0], ofItemAtPath: path)
            }
            try mode(0o644)
            #expect(throws: SettingsError.self) { try settings.secret("file") }
            try mode(0o600)
            #expect(try settings.secret("file") == "hunter2" && settings.secret("other") == nil)
            for name in ["plain", "none"] {
                let error = #expect(throws: SettingsError.self) { try settings.secret(name) }
                #expect(error?.description.contains("hunter2") == false)
            }
        }
    }
}
