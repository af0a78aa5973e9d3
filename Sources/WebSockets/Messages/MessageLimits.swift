/// How much a peer may make us hold.
package struct MessageLimits: Equatable, Sendable {
    /// The bytes of the largest message, its fragments together, as it travels and as it is when it is expanded.
    package var maxMessageBytes: Int
    /// The frames of the most fragmented message.
    package var maxFragments: Int

    /// 1 MiB and 65,536 fragments, unless told otherwise.
    package init(maxMessageBytes: Int = 1 << 20, maxFragments: Int = 1 << 16) {
        self.maxMessageBytes = maxMessageBytes
        self.maxFragments = maxFragments
    }
}
