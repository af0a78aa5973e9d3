import Lists
import Loop
import Tables

/// The owner of the file.
@SceneActor protocol OpenDatabaseOwner: AnyObject {
    /// The file was opened. `schema` is its present schema.
    func didOpen(_ connections: DatabaseConnections, _ schema: Schema)
    /// The connections are about to be closed. All other readers of the file have released it when this returns.
    func willClose() async
    /// The reason why the file cannot be read has changed; `nil` if it can.
    func problemChanged(_ problem: StoreError?)
    /// Another connection may have committed.
    func mayHaveCommitted()
    /// Whether an empty file counts as an empty database rather than one that is being rewritten.
    var mayBeEmpty: Bool { get }
}
