/// The limits for a peer's messages.
package struct MessageLimits: Equatable, Sendable {
    /// The maximum size of a message with all its fragments, in bytes, compressed and decompressed.
    package var maxMessageBytes: Int
    /// The maximum number of frames of a message.
    package var maxFragments: Int

    /// Makes limits; 1 MiB and 65,536 fragments by default.
    package init(maxMessageBytes: Int = 1 << 20, maxFragments: Int = 1 << 16) {
        self.maxMessageBytes = maxMessageBytes
        self.maxFragments = maxFragments
    }
}
