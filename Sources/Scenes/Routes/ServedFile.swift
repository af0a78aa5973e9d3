/// A value served as bytes at a route, such as a blob.
public struct ServedFile: Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// The media type.
    public var type: String
    /// The suggested file name for saving.
    public var name: String
    /// The entity tag of the content.
    public var tag: String
    /// Whether a browser may show the file inline. Use it for images only; any other file is a download.
    public var isInline: Bool

    /// Makes a file. Different bytes need different tags.
    public init(bytes: [UInt8], type: String, name: String, tag: String, isInline: Bool = false) {
        self.bytes = bytes
        self.type = type
        self.name = name
        self.tag = tag
        self.isInline = isInline
    }
}
