import Loop

/// A file that is collected in memory, for stores that take it as a whole.
@SceneActor final class MemoryDraft: FileDraft {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []
    private let store: @SceneActor ([UInt8]) async throws -> String

    /// Creates an empty draft. `store` stores the complete file.
    init(_ store: @escaping @SceneActor ([UInt8]) async throws -> String) {
        self.store = store
    }

    func append(_ bytes: [UInt8]) { self.bytes += bytes }

    func keep() async throws -> String { try await store(bytes) }
}
