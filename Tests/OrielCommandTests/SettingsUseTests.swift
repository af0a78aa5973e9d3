import Blueprints
import Configuration
import Foundation
import Loop
import Serving
import Stores
import TestSupport
import Testing
import ViewModels

/// A setting that an app does not follow ends the start of the app.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct SettingsUseTests {
    @Test func aSettingWithoutEffectEndsTheStart() throws {
        let cases: [(String, (inout Settings) -> Void)] = [
            ("store", { $0.store = ServedDatabase(url: "other.sqlite") }), ("readOnly", { $0.readOnly = true }),
            ("access", { $0.access = "access.yaml" }),
        ]
        for (name, change) in cases {
            var settings = Settings()
            change(&settings)
            let error = #expect(throws: SettingsError.self) { try settings.checkUse() }
            #expect(error?.description.hasPrefix("The setting \"\(name)\" has no effect on this app.") ?? false)
        }
        try Settings().checkUse()
    }

    @Test func anAppFollowsItsSettings() async throws {
        let database = try Database("CREATE TABLE Ticket (Id INTEGER PRIMARY KEY, Title TEXT)")
        let rules = "\(database.folder)/rules.yaml"
        try Data("tables: { Ticket: [{ to: everyone, columns: [Id] }] }".utf8).write(to: URL(fileURLWithPath: rules))
        var settings = Settings()
        settings.store = ServedDatabase(url: database.path)
        settings.readOnly = true
        settings.access = rules
        let store = try await Store(settings, path: "missing.sqlite")
        let access = try AccessRules(settings, path: "missing.yaml", of: store)
        #expect(access.store(for: .nobody).columns(of: "Ticket", among: nil) == ["Id"])
        try settings.checkUse()
        await store.close()
    }
}
