import Loop

/// Whose file it is: the store.
@SceneActor protocol AttachmentOwner: AnyObject {
    /// The file can be read, through these connections; the schema is what it holds now.
    func attached(_ connections: Connections, _ schema: Schema)
    /// The connections are about to be closed; what else reads the file has let go of it when this returns.
    func detached() async
    /// Why the file cannot be read, if it cannot.
    func problemChanged(_ problem: StoreError?)
    /// Somebody may have committed.
    func mayHaveCommitted()
    /// Whether a file without content is a database here: it is when it always was, else it is being written anew.
    var mayBeEmpty: Bool { get }
}
