/// An upload for an ``ImageSlot``: an original image, the user's edited version of it, or both.
public struct ImageUpload: Sendable {
    /// Bytes with the media type that the client names.
    public struct Content: Sendable {
        /// The bytes.
        public var bytes: [UInt8]
        /// The media type that the client names, if it names one.
        public var type: String?

        /// Creates content from bytes and the client's media type.
        public init(_ bytes: [UInt8], type: String? = nil) {
            self.bytes = bytes
            self.type = type
        }
    }

    /// The image as it was taken or chosen.
    public var original: Content?
    /// The image as the user has edited it.
    public var edited: Content?

    /// Creates an upload.
    public init(original: Content? = nil, edited: Content? = nil) {
        self.original = original
        self.edited = edited
    }

    /// The image to store: the edited one, otherwise the original.
    public var image: Content? { edited ?? original }
}
