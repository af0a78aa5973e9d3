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
    /// nothing, and open screens show what they declare now. Without `rules`, the scenes are limited as screens of the
    /// app without rules are.
    ///
    /// - Parameters:
    ///   - folder: The folder with the files, relative to the working directory.
    ///   - store: The store whose tables the scenes show.
    ///   - rules: The rules of the store.
    ///   - calls: The app's Swift that commands with `call` run, by name.
    ///   - onWarning: Called with a sentence about each mistake in a changed file.
    /// - Throws: Every mistake in the files, one a line.
    public final func scenes(
        _ folder: String, of store: Store, by rules: AccessRules? = nil, calls: [String: SceneCall] = [:],
        onWarning: @escaping (String) -> Void = { print($0) }
    ) async throws {
        let registry = rules?.registry ?? RightsRegistry(store, nil, reserved: [])
        let files = try await SceneFolder(
            folder, of: store, rules: { registry.rules }, calls: Set(calls.keys), onWarning: onWarning)
        if let rules { limit(by: rules) } else { store.onSchemaChangeForRules = { registry.adopt($0) } }
        registry.adopt(files.scenes)
        files.onChange = { [weak self] scenes in
            registry.adopt(scenes)
            self?.onChange?()
        }
        add(SceneSource(files, registry, store, calls), isGranted: rules != nil)
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
