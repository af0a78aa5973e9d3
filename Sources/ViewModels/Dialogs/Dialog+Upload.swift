import JSON

extension Dialog {
    /// An upload that the client makes while a dialog is shown: it takes an image from the source and sends it with
    /// `PUT /route:SLOT`. The dialog closes when the image has arrived.
    public struct Upload: Sendable, Equatable {
        /// The name of the ``ImageSlot``.
        public var slot: String
        /// The source of the image.
        public var source: ImageSource
        /// The accepted kinds of image.
        public var types: [ImageType]
        /// The largest accepted image, in bytes.
        public var limit: Int

        /// Creates an upload into a slot.
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
