import JSON

extension Dialog {
    /// What the client is to upload while a dialog is shown: it takes an image from the source, and sends it with
    /// `PUT /route:SLOT`. The dialog goes when the image is there.
    public struct Upload: Sendable, Equatable {
        /// The name of the ``ImageSlot``.
        public var slot: String
        /// Where the image is to be taken from.
        public var source: ImageSource
        /// The kinds of image that are taken.
        public var types: [ImageType]
        /// The largest image that is taken, in bytes.
        public var limit: Int

        /// What is to go where.
        public init(slot: String, source: ImageSource, types: [ImageType], limit: Int) {
            self.slot = slot
            self.source = source
            self.types = types
            self.limit = limit
        }

        func json(at path: String) -> JSON {
            [
                "slot": .string(path + slot), "source": .string(source.rawValue),
                "types": .array(types.map { .string($0.rawValue) }), "limit": .int(Int64(limit)),
            ]
        }
    }
}
