/// A value served as bytes at a route, such as a blob or an uploaded file.
public struct ServedFile: Sendable {
    /// Where the bytes are.
    package enum Content: Sendable {
        case bytes([UInt8])
        case file(OpenFile)

        /// The number of bytes.
        package var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file): file.size
            }
        }
    }

    /// The bytes.
    package let content: Content
    /// The media type.
    public var type: String
    /// The suggested file name for saving.
    public var name: String
    /// The entity tag of the content.
    public var tag: String
    /// Whether a browser may show the file inline. That holds for images only; any other file is a download.
    public var isInline: Bool

    /// Makes a file. Different bytes need different tags.
    public init(bytes: [UInt8], type: String, name: String, tag: String, isInline: Bool = false) {
        self.init(.bytes(bytes), type: type, name: name, tag: tag, isInline: isInline)
    }

    /// Makes a file from its content.
    package init(_ content: Content, type: String, name: String, tag: String, isInline: Bool = false) {
        self.content = content
        self.type = type
        self.name = name
        self.tag = tag
        self.isInline = isInline
    }
}
