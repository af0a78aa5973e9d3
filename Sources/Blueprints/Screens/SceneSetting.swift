import DataSources
import JSON
import Loop
import Scenes
import Stores
import Tables
import ViewModels

/// What the view models of declared scenes share: the viewers, the clock, and what `user.` stands for.
@SceneActor struct SceneSetting {
    let viewer: SceneViewer
    let clock: AppClock
    /// Returns what `user.` stands for.
    let values: @SceneActor (Principal) -> [String: [SQLValue]]
    /// The app's Swift that commands may call, by name.
    let calls: [String: SceneCall]

    var store: GrantedStore { viewer.scope.store }
    var blueprint: Blueprint { viewer.scope.blueprint }

    /// The mistakes in newer files of scenes, for viewers whom no rule limits. Tiles leave them to their dashboard.
    func notice(in scene: SceneDeclaration) -> ListProblem? {
        let faults = blueprint.scenes.faults
        guard let first = faults.first, viewer.roles == nil, !isTile(scene) else { return nil }
        let others = faults.count > 1 ? " The log has \(faults.count - 1) more." : ""
        return ListProblem(code: "scene-file", message: "\(first)\(others) The scenes stay as they were.")
    }

    private func isTile(_ scene: SceneDeclaration) -> Bool {
        guard case .dashboard? = blueprint.scenes.scene(at: scene.path)?.content else { return false }
        if case .dashboard = scene.content { return false }
        return true
    }

    /// The members that the documents of all declared scenes have.
    func members(of scene: SceneDeclaration) -> JSONObject {
        var members: JSONObject = [:]
        members["app"] = viewer.app
        members["help"] = scene.help.map(JSON.string)
        return members
    }
}
