import Loop
import ViewModels

/// A file of a folder while it arrives.
@SceneActor final class FolderDraft: FileDraft {
    private let file: DraftFile
    private let store: @SceneActor (DraftFile) async throws -> String

    init(_ file: DraftFile, _ store: @escaping @SceneActor (DraftFile) async throws -> String) {
        (self.file, self.store) = (file, store)
    }

    func append(_ bytes: [UInt8]) async throws { try await file.append(bytes) }

    func keep() async throws -> String { try await store(file) }
}
