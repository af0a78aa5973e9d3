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

    var store: GrantedStore { viewer.scope.store }
    var blueprint: Blueprint { viewer.scope.blueprint }

    /// The members that the documents of all declared scenes have.
    func members(of scene: SceneDeclaration) -> JSONObject {
        var members: JSONObject = [:]
        members["app"] = viewer.app
        members["help"] = scene.help.map(JSON.string)
        return members
    }
}
