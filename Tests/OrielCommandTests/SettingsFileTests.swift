import Foundation
import Lists
import Logging
import Scenes
import Serving
import TestSupport
import Testing

@testable import Configuration

/// The settings file.
@Suite(.timeLimit(.minutes(5))) struct SettingsFileTests {
    @Test func everySettingIsReadableAndInTheExample() throws {
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

    @Test func theReferenceSaysWhenToChangeEachSetting() throws {
        let reference = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/reference/settings.md")
        let text = try String(contentsOf: reference, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("When to change") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.dropFirst().prefix { $0 != "|" } }
        let named = rows.flatMap { $0.matches(of: /`([a-zA-Z]+)`/).map { String($0.1) } }
        #expect(named.sorted() == SettingsFile.entries.map(\.name).sorted())
    }

    @Test(arguments: [
        ("port", "65536", "a whole number from 0 to 65535; the default is 8080"),
        ("bodyLimit", "63", "a whole number from 64 to 1099511627776; the default is 8388608"),
        ("memoryLimit", "1", "a whole number from 1048576 to 1099511627776; the default is 201326592"),
        ("messageRate", "1e3", "a whole number from 1 to 1000000; the default is 200"),
        ("linger", "0", "a number of seconds from 0.001 to 1000000; the default is 30"),
        ("heartbeat", "1h", "a number of seconds from 0.1 to 1000000; the default is 15"),
        ("queryTimeout", ".nan", "a number of seconds from 0.001 to 1000000; the default is 10"),
        ("reusePort", "both", "true or false; the default is false"),
        ("logFormat", "xml", "one of text, json; the default is text"),
        (
            "inspectors", "friends",
            "nobody, local (this machine), all, or a list of local, addresses and networks such as "
                + "[local, 10.0.0.0/8]; the default is local"
        ),
    ])
    func aRefusedValueNamesTheAllowedOnes(name: String, value: String, allowed: String) {
        var settings = Settings()
        let failure = #expect(throws: SettingsError.self) {
            try SettingsFile.apply("\(name): \(value)", to: &settings)
        }
        #expect(failure?.description == "The setting \"\(name)\" cannot be \"\(value)\". Use \(allowed).")
    }

    @Test func choicesAreThoseOfTheStoreAndTheLog() {
        let synchronous = StoreConfiguration.Synchronous.allCases.map(\.rawValue)
        #expect(Settings.Synchronous.allCases.map(\.rawValue) == synchronous)
        #expect(Settings.LogLevel.allCases.map(\.rawValue) == Logger.Level.allCases.map(\.rawValue))
    }

    @Test func everyNumberAndTimeNamesItsRange() {
        let bounded = SettingsFile.entries.filter { $0.allowed.contains(" from ") }
        #expect(bounded.count > 35)
        for entry in bounded {
            var settings = Settings()
            let failure = #expect(throws: SettingsError.self) {
                try SettingsFile.apply("\(entry.name): -1", to: &settings)
            }
            let sentence = "The setting \"\(entry.name)\" cannot be \"-1\". Use \(entry.allowed)."
            #expect(failure?.description == sentence && entry.allowed.contains("; the default is "))
        }
    }

    @Test func theExampleNamesEachRange() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../config/oriel.yaml")
        let lines = try String(contentsOf: example, encoding: .utf8).split(separator: "\n")
        for entry in SettingsFile.entries {
            guard let range = entry.allowed.firstRange(of: "from ") else { continue }
            let told = entry.allowed[range.lowerBound...].prefix { $0 != ";" }
            let line = lines.first { $0.hasPrefix("\(entry.name): ") } ?? ""
            #expect(line.hasSuffix("  # \(told)"), "\(entry.name): \(told)")
        }
    }

    @Test(arguments: [
        ("local", ["local"]), ("loopback", ["local"]), ("everybody", ["all"]), ("nobody", []), ("[]", []),
        ("[local, 10.0.0.0/8]", ["local", "10.0.0.0/8"]), ("2001:db8::1", ["2001:db8::1"]),
    ])
    func readersAreAWordOrAListInBothSettings(value: String, words: [String]) throws {
        var settings = Settings()
        try SettingsFile.apply("metricsReaders: \(value)\ninspectors: \(value)", to: &settings)
        #expect(settings.metricsReaders == Onlookers(words) && settings.inspectors == Onlookers(words))
    }

    @Test(arguments: ["null", "Null", "~", "", "!!null x"]) func nullMeansTheDefault(_ text: String) throws {
        for entry in SettingsFile.entries {
            var settings = Settings()
            settings.addressHeader = "Forwarded"
            try SettingsFile.apply("\(entry.name): \(text)", to: &settings)
            #expect(settings.addressHeader == "Forwarded" && settings.resumeFile == nil && settings.host == "127.0.0.1")
        }
    }

    @Test func aQuotedTextIsNotNull() throws {
        var settings = Settings()
        try SettingsFile.apply("resumeFile: \"null\"\nsessionFile: !!str ~\naddressHeader: ''", to: &settings)
        #expect(settings.resumeFile == "null" && settings.sessionFile == "~" && settings.addressHeader == nil)
    }

    @Test func aLoginServiceHasItsSecretInAFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/secret"
        try Data("a secret\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        var settings = Settings()
        let text = """
            oidc:
              work:
                issuer: https://login.test
                client: desk
                secret: { file: \(path) }
                scopes: [profile]
                roles: realm.groups
                map: { ops: admin }
                linkByMail: true
              other: { issuer: https://other.test, client: desk }
            """
        try SettingsFile.apply(text, to: &settings)
        #expect(settings.oidc.map(\.name) == ["work", "other"])
        let work = settings.oidc[0]
        #expect(work.secret == "a secret" && work.scopes == ["profile"] && work.map == ["ops": "admin"])
        #expect(work.linkByMail && !work.create && work.title == "Sign in with work" && work.person == "email")
        #expect(settings.fault?.contains("needs \"users\"") == true)
        settings.users = "access.sqlite"
        #expect(settings.fault == nil)
        settings.people = PeopleTable(table: "User", id: "Id", name: "Name", password: "Hash")
        #expect(settings.fault?.contains("Remove the setting \"people\"") == true)
        let inline = #expect(throws: SettingsError.self) {
            try SettingsFile.apply("oidc: { work: { issuer: https://a, client: b, secret: hunter2 } }", to: &settings)
        }
        #expect(inline.map { $0.description.contains("secret: …") && !$0.description.contains("hunter2") } == true)
        for wrong in [
            "{ Work: { issuer: https://a, client: b } }", "{ w/o: { issuer: https://a, client: b } }",
            "{ work: { issuer: https://a } }", "{ work: { issuer: https://a, client: b, secret: c } }",
            "{ work: { issuer: https://a, client: b, secret: { file: /none } } }", "[]", "text",
            "{ work: { issuer: https://a, client: b, linkbymail: true } }",
            "{ work: { issuer: https://a, client: b, create: perhaps } }",
            "{ work: { issuer: https://a, client: b, map: { a: b } } }",
        ] {
            #expect(throws: SettingsError.self, "\(wrong)") {
                try SettingsFile.apply("oidc: \(wrong)", to: &settings)
            }
        }
        withExtendedLifetime(folder) {}
    }

    /// The cause is named, not the form of the setting.
    @Test(arguments: [
        ("proxy", "{ user: U, from: [192.0.2.7], secret: { header: X, SECRET } }"),
        ("oidc", "{ work: { issuer: https://a, client: b, secret: { SECRET } } }"),
        ("store", "{ url: 'postgres://db/shop', password: { SECRET } }"),
    ]) func anUnusableSecretIsNamed(setting: String, value: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/secret"
        func fault(_ secret: String) -> String? {
            var settings = Settings()
            let failure = #expect(throws: SettingsError.self) {
                try SettingsFile.apply("\(setting): \(value.replacing("SECRET", with: secret))", to: &settings)
            }
            return failure?.description
        }
        let start = "The setting \"\(setting)\" cannot be used. The"
        #expect(fault("file: \(path)") == "\(start) file \(path) cannot be read: No such file or directory.")
        try Data("hunter2\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(fault("file: \(path)") == "\(start) file \(path) may be read by others. Run `chmod 600` on it.")
        #expect(fault("env: ORIEL_NONE") == "\(start) environment variable ORIEL_NONE has no secret.")
    }

    @Test func settingsOfAnAppAreCheckedAtTheStart() {
        var settings = Settings()
        settings.origins = ["https://App.example:443/"]
        settings.addressHeader = "X-Forwarded-For"
        #expect(settings.fault == nil)
        settings.addressHeader = "X Y"
        let header = "Invalid address header: \"X Y\". Name a header, such as X-Forwarded-For."
        #expect(settings.fault == header)
        settings.origins.append("*")
        let origins = "Use a list of origins as browsers send them, such as [https://app.example.com]."
        #expect(settings.fault == "Invalid origin: \"*\". " + origins)
    }
}
