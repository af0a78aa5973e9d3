import JSON
import Loop

extension ViewModel {
    /// Returns the slot for uploads of this name, if the view model has one.
    package final func uploadSlot(named name: String) -> UploadSlot? {
        uploadSlots.first { $0.name == name }?.field
    }

    /// Passes the files of a complete upload to a slot, and closes the dialog that asked for it. The view model is kept
    /// alive until that is done.
    package final func receive(
        _ upload: Upload, in slot: UploadSlot, by principal: Principal
    ) async throws(CommandFailure) -> UploadOutcome {
        let outcome = try await upload.finish(by: principal)
        if let name = uploadSlots.first(where: { $0.field === slot })?.name { dismissUpload(to: name) }
        return outcome
    }

    /// The uploads that are possible now, by slot, as a document shows them.
    package final var uploadsJSON: JSONObject {
        JSONObject(uploadSlots.filter(\.field.isEditable).map { ($0.name, .object($0.field.uploadJSON)) })
    }

    private var uploadSlots: [(name: String, field: UploadSlot)] { fields(of: UploadSlot.self) }
}
