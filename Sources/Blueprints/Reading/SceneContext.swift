import Declarations
import Rights
import Tables

/// What files of scenes are read against.
struct SceneContext: Sendable {
    let schema: Schema
    /// The rules of the tables, if there are any.
    var rules: Rules?
    /// The names of the app's Swift that commands may call; `nil` if they are unknown here.
    var calls: Set<String>?

    /// The names of the sets that `user.` may precede.
    var sets: [String] { rules?.attributes.map(\.name) ?? [] }
}
