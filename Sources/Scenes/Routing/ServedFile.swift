/// A value that is served as bytes under a route, such as a blob.
public struct ServedFile: Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// Its media type.
    public var type: String
    /// The name it is saved under.
    public var name: String
    /// The name of the content: an entity tag.
    public var tag: String
    /// Whether a browser may show it as a page of its own: images only. Otherwise it is a download.
    public var isInline: Bool

    /// Bytes with their media type, a name to save them under, and a tag that is another one for other bytes.
    public init(bytes: [UInt8], type: String, name: String, tag: String, isInline: Bool = false) {
        self.bytes = bytes
        self.type = type
        self.name = name
        self.tag = tag
        self.isInline = isInline
    }
}
