import Loop

/// Bytes that are created once and sent to many clients. The memory account counts them once.
package final class SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]
    @SceneActor @exclusivity(unchecked) private var waiters = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// Whether any client still has to receive the bytes.
    @SceneActor var isAwaited: Bool { waiters > 0 }

    /// Counts a client that will receive the bytes.
    @SceneActor func beginWaiting(in memory: ByteAccount) {
        waiters += 1
        if waiters == 1 { memory.change(.queues, by: count) }
    }

    /// Removes a client that has received the bytes or has disconnected.
    @SceneActor func endWaiting(in memory: ByteAccount) {
        waiters -= 1
        if waiters == 0 { memory.change(.queues, by: -count) }
    }
}
