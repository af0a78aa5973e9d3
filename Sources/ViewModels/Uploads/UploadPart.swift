/// The head of a file in an upload, as the client sent it.
package struct UploadPart: Sendable, Hashable {
    /// The name of the field in a form; `nil` for a body that is the file.
    package var field: String?
    /// The name of the file.
    package var fileName: String?
    /// The media type.
    package var type: String?

    /// Creates a head.
    package init(field: String? = nil, fileName: String? = nil, type: String? = nil) {
        (self.field, self.fileName, self.type) = (field, fileName, type)
    }
}
