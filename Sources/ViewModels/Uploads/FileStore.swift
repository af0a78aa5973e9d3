import Loop

/// A store for uploaded files, such as a folder; see ``AttachmentSlot`` and ``ImageSlot``.
@SceneActor public protocol FileStore: AnyObject {
    /// Stores a file.
    ///
    /// - Returns: The address at which it is served.
    /// - Throws: An error if the file cannot be stored; then no part of it is.
    func keep(_ bytes: [UInt8]) async throws -> String

    /// Begins a file that arrives in pieces. By default, the pieces are collected in memory and passed to ``keep(_:)``.
    func makeDraft() async throws -> any FileDraft

    /// Releases the file of one ``keep(_:)``: the store may delete it if no model has its address.
    func release(_ address: String) async
}

extension FileStore {
    /// Begins a file that is collected in memory.
    public func makeDraft() async throws -> any FileDraft { MemoryDraft { try await self.keep($0) } }
}
