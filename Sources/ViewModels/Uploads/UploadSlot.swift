import JSON
import Loop

/// A place of a view model to which clients upload files: what ``AttachmentSlot`` and ``ImageSlot`` share.
@SceneActor public class UploadSlot: Field {
    /// The largest accepted file, in bytes.
    public let limit: Int
    /// Whether viewers may upload now.
    public final var isEditable = true { didSet { if isEditable != oldValue { recordChange() } } }

    /// The store of the files.
    let store: any FileStore

    init(in store: any FileStore, limit: Int) {
        self.store = store
        self.limit = limit
        super.init()
    }

    /// The accepted media types.
    var mediaTypes: MediaTypes { .any }

    /// The methods of a request to the slot, for `Allow`.
    package var methods: String { "OPTIONS" }

    /// The slot as a document describes it.
    var uploadJSON: JSONObject {
        ["types": .array(mediaTypes.names.map(JSON.string)), "limit": .int(Int64(limit))]
    }

    /// Returns whether a part of a form is a file for the slot. A body that is not a form always is.
    func accepts(_ part: UploadPart) -> Bool { false }

    /// Checks the head of a file, before its bytes have arrived.
    func check(_ part: UploadPart) throws(CommandFailure) {}

    /// Begins a file.
    func makeDraft() async throws -> any FileDraft { try await store.makeDraft() }

    /// Takes the complete files of an upload.
    func receive(_ files: [UploadedFile], by principal: Principal) async throws(CommandFailure) -> UploadOutcome {
        UploadOutcome(isNew: false, result: [:], location: nil)
    }

    /// Throws if nothing can be uploaded now.
    package func checkRights() throws(CommandFailure) {
        guard isEditable else { throw .forbidden(message: "Nothing can be uploaded here now.") }
    }

    /// Returns the failure for a media type that the slot does not accept.
    final func wrongType(_ type: String) -> CommandFailure {
        let taken = mediaTypes.names
        return .wrongType(
            message: "\(type) is not accepted. Accepted types: \(taken.joined(separator: ", ")).", taken: taken)
    }
}
