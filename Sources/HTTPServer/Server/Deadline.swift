import Loop

/// How long a connection may take for what it is at. One that takes longer is cut: libmicrohttpd's own limit is of silence
/// only, and a byte now and then would hold a connection for ever.
///
/// It is set several times in each request, so that costs no look at a clock: time is counted from the next ``look(at:_:)``
/// on, of which there is one a second. The instants stay as they are until then: to write an optional one takes longer than the
/// rest, as its layout is known at run time only.
struct Deadline {
    /// What a connection is at.
    enum Stage {
        /// Its first request, of which nothing may have come yet.
        case waiting
        /// A request that has begun.
        case receiving
        /// An answer that is being made, and may take any time.
        case answering
        /// An answer that is being read.
        case reading
        /// Nothing: it may begin another request.
        case resting
    }

    private(set) var stage = Stage.waiting
    private var time: Duration?  // that it may take
    private var isLookedAt = false  // since it was set: the next three say something
    private var since = ContinuousClock.now  // the first look
    private var heard = ContinuousClock.now  // when something was found to have come
    private var received: UInt64?  // when it was last looked at

    /// Whether a client waits for us, or has yet to take what we have sent.
    var isOurs: Bool { stage == .answering || stage == .reading }

    /// The connection has come to a stage, and may take so long for it; `nil` is all the time in the world.
    mutating func set(_ stage: Stage, in time: Duration?) {
        self.stage = stage
        self.time = time
        isLookedAt = false
    }

    /// A request line has come, which may take so long with the rest of the head. Of one that has come bit by bit the time goes on.
    mutating func begin(in time: Duration) {
        if stage != .receiving { set(.receiving, in: time) }
    }

    /// Looks at the connection.
    ///
    /// - Parameters:
    ///   - silence: How long a client may be silent in the middle of a request.
    ///   - headTime: How long the head of a request may take.
    /// - Returns: Whether it is to be cut.
    @SceneActor mutating func look(
        at socket: RawSocket, _ now: ContinuousClock.Instant, silence: Duration, headTime: Duration
    ) -> Bool {
        if !isLookedAt {
            (isLookedAt, since, heard) = (true, now, now)
            received = stage == .waiting ? 0 : nil  // nothing was asked before on a new connection
        }
        if !isOurs { note(socket.receivedCount, now, headTime) }
        let isSilent = stage == .receiving && heard + silence < now
        let isLate = isSilent || time.map { since + $0 < now } ?? false
        // libmicrohttpd overlooks the end of what a client sends when it comes together with the rest.
        return isLate || (!isOurs && socket.hasEnded)
    }

    /// Notes that something has come; whoever waited for a request, or rested, is in one then.
    private mutating func note(_ count: UInt64, _ now: ContinuousClock.Instant, _ headTime: Duration) {
        let last = received
        guard count != last else { return }
        (received, heard) = (count, now)
        guard last != nil else { return }
        if stage == .resting { (since, time) = (now, headTime) }
        if stage != .receiving { stage = .receiving }
    }
}
