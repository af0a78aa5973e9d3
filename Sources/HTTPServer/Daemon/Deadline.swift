import Loop

/// The time limit of a connection's current stage. A connection over its limit is cut. libmicrohttpd's own limit
/// applies to silence only, so a byte now and then would hold a connection open for ever.
///
/// The limit changes several times during a request, so changing it must not read a clock. Time counts from the next
/// ``check(at:_:silence:headTime:)``, which runs once a second. The instants keep old values until then: writing an
/// optional instant would cost more than all the rest, as its layout is only known at run time.
struct Deadline {
    /// The stage of a connection.
    enum Stage {
        /// The connection waits for its first request. Perhaps nothing of it has arrived.
        case waiting
        /// A request has begun.
        case receiving
        /// The server makes the response, without a time limit.
        case answering
        /// The client reads the response.
        case reading
        /// The connection is idle and may begin another request.
        case resting
    }

    private(set) var stage = Stage.waiting
    private var time: Duration?  // the limit of the stage
    private var isLookedAt = false  // whether the next three values are valid for the stage
    private var since = ContinuousClock.now  // the time of the first check
    private var heard = ContinuousClock.now  // when new bytes were last found
    private var received: UInt64?  // at the last check

    /// Whether the client waits for the server, or still has to read the response.
    var isOurs: Bool { stage == .answering || stage == .reading }

    /// Begins a stage with a time limit; `nil` is no limit.
    mutating func set(_ stage: Stage, in time: Duration?) {
        self.stage = stage
        self.time = time
        isLookedAt = false
    }

    /// Limits the time for the rest of the head, because a request line has arrived. The limit of a request that has
    /// begun before stays.
    mutating func begin(in time: Duration) {
        if stage != .receiving { set(.receiving, in: time) }
    }

    /// Checks the connection.
    ///
    /// - Parameters:
    ///   - silence: The time for which a client may be silent in the middle of a request.
    ///   - headTime: The time limit for the head of a request.
    /// - Returns: Whether to cut the connection.
    @SceneActor mutating func check(
        at socket: RawSocket, _ now: ContinuousClock.Instant, silence: Duration, headTime: Duration
    ) -> Bool {
        if !isLookedAt {
            (isLookedAt, since, heard) = (true, now, now)
            received = stage == .waiting ? 0 : nil  // the first request includes all bytes so far
        }
        if !isOurs { record(socket.receivedCount, now, headTime) }
        let isSilent = stage == .receiving && heard + silence < now
        let isLate = isSilent || time.map { since + $0 < now } ?? false
        // libmicrohttpd misses a client's end that arrives together with the last bytes.
        return isLate || (!isOurs && socket.hasEnded)
    }

    /// Records new bytes. A connection that waited or was idle then receives a request.
    private mutating func record(_ count: UInt64, _ now: ContinuousClock.Instant, _ headTime: Duration) {
        let last = received
        guard count != last else { return }
        (received, heard) = (count, now)
        guard last != nil else { return }
        if stage == .resting { (since, time) = (now, headTime) }
        if stage != .receiving { stage = .receiving }
    }
}
