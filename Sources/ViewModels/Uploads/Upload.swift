import Loop

/// The files of one request to a slot, while they arrive. An upload that is released before ``finish(by:)`` leaves
/// nothing behind.
@SceneActor package final class Upload {
    private let slot: UploadSlot
    private var files: [UploadedFile] = []
    private var isSkipping = true

    /// The most files of one request: each is an open file of the server.
    private static let fileLimit = 100

    /// Begins an upload to a slot.
    package init(to slot: UploadSlot) {
        self.slot = slot
    }

    /// The bytes that are kept in memory.
    package var bytesInMemory: Int { files.reduce(0) { $0 + (($1.draft as? MemoryDraft)?.bytes.count ?? 0) } }

    /// Begins a file with this head. The bytes of a part that is not for the slot are skipped.
    package func begin(_ part: UploadPart) async throws(CommandFailure) {
        isSkipping = part.field != nil && !slot.accepts(part)
        guard !isSkipping else { return }
        guard files.count < Self.fileLimit else {
            throw .tooLarge(message: "One upload has at most \(Self.fileLimit) files.")
        }
        try slot.check(part)
        do {
            files.append(UploadedFile(part, try await slot.makeDraft()))
        } catch {
            throw CommandFailure(of: error)
        }
    }

    /// Appends bytes to the file that has begun last.
    package func append(_ bytes: [UInt8]) async throws(CommandFailure) {
        guard !isSkipping, let last = files.indices.last else { return }
        files[last].size += bytes.count
        guard files[last].size <= slot.limit else {
            throw .tooLarge(message: "The file has more than \(slot.limit) bytes.")
        }
        if files[last].head.count < UploadedFile.headSize {
            files[last].head += bytes.prefix(UploadedFile.headSize - files[last].head.count)
        }
        do {
            try await files[last].draft.append(bytes)
        } catch {
            throw CommandFailure(of: error)
        }
    }

    /// Passes the complete files to the slot.
    package func finish(by principal: Principal) async throws(CommandFailure) -> UploadOutcome {
        try slot.checkRights()
        let files = files
        self.files = []
        return try await slot.receive(files, by: principal)
    }
}
