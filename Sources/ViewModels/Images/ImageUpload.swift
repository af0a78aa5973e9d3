/// What a client sends for an ``ImageSlot``: an image as it was, the same one as the person has cropped or changed it, or both.
public struct ImageUpload: Sendable {
    /// Bytes, and what the client says they are.
    public struct Content: Sendable {
        /// The bytes.
        public var bytes: [UInt8]
        /// The media type that the client names, if it names one.
        public var type: String?

        /// Bytes with the media type that a client gives them.
        public init(_ bytes: [UInt8], type: String? = nil) {
            self.bytes = bytes
            self.type = type
        }
    }

    /// The image as it was taken or chosen.
    public var original: Content?
    /// The image as the person has changed it.
    public var edited: Content?

    /// What was sent.
    public init(original: Content? = nil, edited: Content? = nil) {
        self.original = original
        self.edited = edited
    }

    /// What is wanted: the edited image wins over the original.
    public var image: Content? { edited ?? original }
}
