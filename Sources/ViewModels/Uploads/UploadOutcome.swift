import JSON

/// The result of an upload.
package struct UploadOutcome: Sendable {
    /// Whether the upload has created something, and not replaced it.
    package let isNew: Bool
    /// The result for the client.
    package let result: JSONObject
    /// The address of the new file, if it is one.
    package let location: String?
}
