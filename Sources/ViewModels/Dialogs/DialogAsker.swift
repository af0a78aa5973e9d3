import Loop

/// Whoever asks something with a dialog.
@SceneActor protocol DialogAsker: AnyObject {
    /// What stands before its names in a document of the whole, such as `pantry.label.`; nothing before those of the whole.
    var path: String { get }
}
