import Blueprints
import Scenes
import Serving
import Stores

extension AccessRules {
    /// Reads the rules of a store from the file of the settings: that of the setting `access`, or else the file at
    /// `path`. Warnings go to the log.
    ///
    ///     let rules = try AccessRules(settings, path: "access.yaml", of: store)
    ///
    /// - Throws: Every mistake in the file, one a line.
    public convenience init(_ settings: Settings, path: String, of store: Store) throws {
        settings.app.recordUse(of: "access")
        try self.init(settings.access ?? path, of: store) { ServerLog.warn($0) }
    }
}

extension AppCoordinator {
    /// Shows the scenes in the folder of the setting `scenes`, or else in `folder`. Warnings go to the log. See
    /// ``scenes(_:of:by:calls:onWarning:)``.
    ///
    /// - Throws: Every mistake in the files, one a line.
    public final func scenes(
        _ settings: Settings, folder: String, of store: Store, by rules: AccessRules? = nil,
        calls: [String: SceneCall] = [:]
    ) async throws {
        settings.app.recordUse(of: "scenes")
        try await scenes(settings.scenes ?? folder, of: store, by: rules, calls: calls) { ServerLog.warn($0) }
    }
}

extension Settings {
    /// Checks that an app follows the settings that it was given, once its coordinator is made.
    ///
    /// - Throws: ``SettingsError`` that names one without effect.
    package func checkUse() throws(SettingsError) {
        try app.check()
        if access != nil, !app.uses("access") {
            throw .noEffect("access", "Make the app's rules with AccessRules(settings, path: …, of: …)")
        }
        if scenes != nil, !app.uses("scenes") {
            throw .noEffect("scenes", "Show them with scenes(settings, folder: …, of: …)")
        }
        for (name, isGiven) in [("store", store != nil), ("readOnly", readOnly)] where isGiven && !app.uses("store") {
            throw .noEffect(name, "Open the app's database with Store(settings, path: …)")
        }
    }
}

extension SettingsError {
    fileprivate static func noEffect(_ name: String, _ remedy: String) -> SettingsError {
        SettingsError(
            description: "The setting \"\(name)\" has no effect on this app. \(remedy), or remove the setting.")
    }
}
