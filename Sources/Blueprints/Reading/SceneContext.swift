import Declarations
import Tables

/// What files of scenes are read against.
struct SceneContext: Sendable {
    let schema: Schema
    /// The names of the sets that `user.` may precede.
    var sets: [String] = []
    /// The names of the roles; `nil` without rules.
    var roles: Set<String>?
    /// The names of the app's Swift that commands may call; `nil` if they are unknown here.
    var calls: Set<String>?
}
