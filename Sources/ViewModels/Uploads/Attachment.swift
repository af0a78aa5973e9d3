/// A file that a client has uploaded to an ``AttachmentSlot``.
public struct Attachment: Sendable, Hashable {
    /// The address at which the file is served.
    public let address: String
    /// The name that the client gave it, without a folder and characters that could deceive; `file` without a name.
    public let name: String
    /// The media type that the client named, or the one of an image; otherwise `application/octet-stream`.
    public let type: String
    /// The number of bytes.
    public let size: Int
    /// Who has uploaded it.
    public let principal: Principal

    /// Creates a description of a file.
    public init(address: String, name: String, type: String, size: Int, principal: Principal = .nobody) {
        (self.address, self.name, self.type, self.size) = (address, name, type, size)
        self.principal = principal
    }
}
