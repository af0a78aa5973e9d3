import Loop

/// An object that asks with dialogs.
@SceneActor protocol DialogAsker: AnyObject {
    /// The prefix of its names in the whole document, such as `pantry.label.`; empty at the root.
    var path: String { get }
}
