import Scenes

/// What the files of a folder of scenes declare: the app, and its scenes.
struct SceneSet: Sendable {
    var app = AppDeclaration()
    var scenes: [SceneDeclaration] = []

    /// Returns the scene at a route, and the values of the columns in its path. A path without columns comes before one
    /// with columns.
    func scene(at route: Route) -> (scene: SceneDeclaration, values: [String])? {
        var found: (scene: SceneDeclaration, values: [String])?
        for scene in scenes {
            guard let values = scene.path.values(of: route) else { continue }
            if found.map({ values.count < $0.values.count }) ?? true { found = (scene, values) }
        }
        return found
    }

    /// The route of the first scene without columns in its path.
    var firstPath: Route? { scenes.lazy.compactMap(\.path.route).first }

    /// Returns the path of the first scene that shows a row of a table.
    func path(ofRowsIn table: String) -> ScenePath? {
        scenes.first { scene in
            if case .row(let row) = scene.content { row.table.utf8.elementsEqual(table.utf8) } else { false }
        }?.path
    }

    /// Returns the path of the first scene that lists all rows of a table.
    func path(ofListOf table: String) -> ScenePath? {
        scenes.first { scene in
            guard case .list(let list) = scene.content, list.condition == nil else { return false }
            return list.table.utf8.elementsEqual(table.utf8)
        }?.path
    }

    /// Whether roles decide about any part of the scenes.
    var hasRoles: Bool {
        app.menu.contains { $0.roles != nil } || scenes.contains { $0.roles != nil || $0.content.hasRoles }
    }

    /// Returns the scene at a path.
    func scene(at path: ScenePath) -> SceneDeclaration? { scenes.first { $0.path.hasSameShape(as: path) } }
}
