import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables
import ViewModels

extension AppCoordinator {
    /// Shows the scenes that the YAML files of a folder declare, at routes that no screen of the app has.
    ///
    ///     try await scenes("scenes", of: store, by: rules)
    ///
    /// The files have the form that `docs/reference/scenes.md` describes. They are read again when they change, all or
    /// nothing, and open screens show what they declare now. A store without rules shows its scenes to those who may
    /// see the app's screens without rules.
    ///
    /// - Parameters:
    ///   - folder: The folder with the files, relative to the working directory.
    ///   - store: The store whose tables the scenes show.
    ///   - rules: The rules of the store, if it has any.
    ///   - calls: The app's Swift that commands with `call` run, by name.
    ///   - onWarning: Called with a sentence about each mistake in a changed file.
    /// - Throws: Every mistake in the files, one a line; a sentence, if `rules` are not those of the store.
    public final func scenes(
        _ folder: String, of store: Store, by rules: AccessRules? = nil, calls: [String: SceneCall] = [:],
        onWarning: @escaping (String) -> Void = { print($0) }
    ) async throws {
        guard rules.map({ $0.store === store }) ?? (store.hasRules != true) else {
            throw SceneFolder.Failure(
                description: "\(folder): The rules of the store would not apply to these scenes. Name them: "
                    + "scenes(…, of: store, by: rules).")
        }
        let registry = rules?.registry ?? RightsRegistry(store, nil, reserved: [])
        let files = try await SceneFolder(
            folder, of: store, rules: { registry.rules }, calls: Set(calls.keys), onWarning: onWarning)
        if let rules {
            limit(by: rules)
        } else {
            store.hasRules = false
            store.onSchemaChangeForRules = { registry.adopt($0) }
        }
        registry.adopt(files.scenes.withoutTables)
        files.onChange = { [weak self] scenes in
            registry.adopt(scenes.withoutTables)
            self?.onChange?()
        }
        add(SceneSource(files, registry, store, calls), isGranted: rules != nil)
    }
}

extension SceneSet {
    /// The scenes without links to pages of tables, which an app does not have.
    fileprivate var withoutTables: SceneSet {
        var scenes = self
        scenes.app.hidesTables = true
        return scenes
    }
}

/// The declared scenes of an app. It keeps the files.
@SceneActor private final class SceneSource: ScreenSource {
    private let files: SceneFolder
    private let registry: RightsRegistry
    private let store: Store
    private let calls: [String: SceneCall]
    private let clock = AppClock()

    init(_ files: SceneFolder, _ registry: RightsRegistry, _ store: Store, _ calls: [String: SceneCall]) {
        (self.files, self.registry, self.store, self.calls) = (files, registry, store, calls)
    }

    func screen(for route: Route, as principal: Principal) throws(RouteError) -> ScreenPlan? {
        // Without rules, everybody would see the mistakes.
        let notice = registry.hasRules ? files.notice : nil
        return try DeclaredScreens(
            for: principal, in: registry, of: store, at: clock, calling: calls, stating: notice
        ).screen(for: route)
    }
}
