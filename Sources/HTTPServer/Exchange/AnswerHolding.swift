import Loop

/// The body of a response until its client has read it. The bytes count for the client's address. In total they count
/// once for all clients that read the same body.
@SceneActor final class AnswerHolding {
    private let shared: SharedBytes?
    private let count: Int
    private let memory: ByteAccount
    private let share: ByteShare?

    /// Holds a body of `count` bytes. Other clients may receive the same body.
    init(_ shared: SharedBytes?, _ count: Int, in memory: ByteAccount, for share: ByteShare?) {
        (self.shared, self.count, self.memory, self.share) = (shared, count, memory, share)
        share?.bytes += count
        if let shared { shared.beginWaiting(in: memory) } else { memory.change(.queues, by: count) }
    }

    isolated deinit {
        share?.bytes -= count
        if let shared { shared.endWaiting(in: memory) } else { memory.change(.queues, by: -count) }
    }
}
