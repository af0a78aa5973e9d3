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
    /// The mistakes in changed files, which viewers without rules see; `nil` if nobody does.
    let notice: Notice?

    var store: GrantedStore { viewer.scope.store }
    var blueprint: Blueprint { viewer.scope.blueprint }

    /// Shows on a view model what all declared scenes show.
    func describe(_ scene: SceneDeclaration, on viewModel: ViewModel) {
        for (name, value) in members(of: scene) { viewModel.documentMembers[name] = value }
        // Tiles leave the mistakes to their dashboard.
        if viewer.roles == nil, !scene.isTile { viewModel.notice = notice }
    }

    /// The members that the documents of all declared scenes have.
    private func members(of scene: SceneDeclaration) -> JSONObject {
        var members: JSONObject = [:]
        members["app"] = viewer.app
        members["help"] = scene.help.map(JSON.string)
        return members
    }
}
