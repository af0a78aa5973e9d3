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

    /// Shows on a view model what all declared scenes show.
    func describe(_ scene: SceneDeclaration, on viewModel: ViewModel) {
        for (name, value) in members(of: scene) { viewModel.documentMembers[name] = value }
        viewModel.notice = notice(in: scene)
    }

    /// The mistakes in newer files of scenes, for viewers whom no rule limits. Tiles leave them to their dashboard.
    private func notice(in scene: SceneDeclaration) -> ListProblem? {
        let faults = blueprint.scenes.faults
        guard let first = faults.first, viewer.roles == nil, !scene.isTile else { return nil }
        let others = faults.count > 1 ? " The log has \(faults.count - 1) more." : ""
        return ListProblem(code: "scene-file", message: "\(first)\(others) The scenes stay as they were.")
    }

    /// The members that the documents of all declared scenes have.
    private func members(of scene: SceneDeclaration) -> JSONObject {
        var members: JSONObject = [:]
        members["app"] = viewer.app
        members["help"] = scene.help.map(JSON.string)
        return members
    }
}
