import Loop

/// Bytes that are made once and sent to many. The account has them once, however many wait for them.
package final class SharedBytes: Sendable {
    /// The bytes.
    package let bytes: [UInt8]
    @SceneActor @exclusivity(unchecked) private var waiters = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// Whether somebody waits for them.
    @SceneActor var isAwaited: Bool { waiters > 0 }

    /// One more waits for them.
    @SceneActor func beginWaiting(in memory: ByteAccount) {
        waiters += 1
        if waiters == 1 { memory.change(.queues, by: count) }
    }

    /// One has got them, or has gone.
    @SceneActor func endWaiting(in memory: ByteAccount) {
        waiters -= 1
        if waiters == 0 { memory.change(.queues, by: -count) }
    }
}
