import Loop

/// A file that arrives in pieces. A draft that is released before ``keep()`` leaves nothing behind.
@SceneActor public protocol FileDraft: AnyObject {
    /// Appends bytes.
    ///
    /// - Throws: An error if they cannot be stored.
    func append(_ bytes: [UInt8]) async throws

    /// Stores the complete file. Called at most once.
    ///
    /// - Returns: The address at which the file is served.
    func keep() async throws -> String
}
