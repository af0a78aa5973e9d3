import Loop

/// A limit of how often each caller may do something. A call over the limit is refused with 429, and learns when to try
/// again.
///
///     private let guesses = RateLimit(5, per: .seconds(60))
///     …
///     Command("enter", title: "Enter", arguments: ["code": .argument("text", isRequired: true)]) { [guesses] call in
///         try guesses.use(by: call)
///         …
///     }
///
/// After a pause, `count` calls may come at once; then one in each `count`-th part of the time. Keep the limit as long
/// as it has to count, such as in the coordinator: a screen is released when nobody shows it. Each process counts for
/// itself.
@SceneActor public final class RateLimit {
    private let count: Int
    private let time: Duration
    private var buckets: [String: TokenBucket] = [:]
    private var sweepSize = 1024  // the number of buckets at which full ones are dropped

    /// Creates a limit of `count` calls in a time.
    public nonisolated init(_ count: Int, per time: Duration) {
        (self.count, self.time) = (count, time)
    }

    /// Counts a call for its caller: the person or the program; for clients that have not signed in, their address.
    ///
    /// - Throws: ``CommandFailure/tooFast(seconds:)`` over the limit. Such a call does not count.
    public func use(by call: CommandContext) throws(CommandFailure) {
        let invocation = call.invocation
        let caller = call.principal.kind == .nobody ? invocation.address : call.principal.id
        try use(by: "\(call.principal.kind) \(caller)")
    }

    /// Counts a call for any key, such as the name that somebody guesses a password for.
    ///
    /// - Throws: ``CommandFailure/tooFast(seconds:)`` over the limit. Such a call does not count.
    public func use(by key: String) throws(CommandFailure) {
        if buckets[key] == nil, buckets.count >= sweepSize { forgetRested() }
        var bucket = buckets[key] ?? TokenBucket(count, per: time)
        let wait = bucket.take()
        buckets[key] = bucket
        if let wait { throw .tooFast(seconds: wait) }
    }

    /// Drops full buckets, which count nothing. O(1) on average for each new key.
    private func forgetRested() {
        buckets = buckets.filter { _, bucket in
            var bucket = bucket
            return !bucket.isRested()
        }
        sweepSize = max(1024, buckets.count * 2)
    }
}
