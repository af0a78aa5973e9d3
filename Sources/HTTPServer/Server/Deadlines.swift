import CMicrohttpd
import Loop

/// How long each open connection may take for what it is at. One that takes longer is cut: libmicrohttpd's own limit is of
/// silence only, and a byte now and then would hold a connection for ever.
@SceneActor final class Deadlines {
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

    private struct Entry {
        var stage: Stage
        var end: ContinuousClock.Instant?
        var received: UInt64?  // when it was last looked at; the first request's from the beginning
        var heard = ContinuousClock.now
    }

    private var connections: [OpaquePointer: Entry] = [:]
    private var sweep: LoopTimer?
    private let silence: Duration
    private let headTime: Duration
    /// Told of a connection whose request has begun and does not come to its end.
    var onLateRequest: ((OpaquePointer) -> Void)?

    /// How often the deadlines are looked at.
    private static let interval = Duration.seconds(1)

    /// Connections may be silent for so long in the middle of a request and between two; a head may take `headTime`.
    init(silence: Duration, headTime: Duration) {
        self.silence = silence
        self.headTime = headTime
    }

    /// How many connections are open.
    var count: Int { connections.count }

    /// A connection has come to a stage, and may take so long for it; `nil` is all the time in the world.
    func set(_ connection: OpaquePointer, _ stage: Stage, in time: Duration?) {
        var entry = Entry(stage: stage, end: time.map { .now + $0 })
        if stage == .waiting { entry.received = 0 }
        connections[connection] = entry
        scheduleSweep()
    }

    /// Forgets a connection that is closed.
    func remove(_ connection: OpaquePointer) {
        connections[connection] = nil
    }

    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(Self.interval) { [weak self] in
            guard let self else { return }
            sweep = nil
            let now = ContinuousClock.now
            for connection in connections.keys { look(at: connection, now) }
            if !connections.isEmpty { scheduleSweep() }
        }
    }

    private func look(at connection: OpaquePointer, _ now: ContinuousClock.Instant) {
        guard var entry = connections[connection] else { return }
        let socket = RawSocket(descriptor: cmicrohttpd_descriptor(connection))
        let isOurs = entry.stage == .answering || entry.stage == .reading
        if !isOurs { note(&entry, socket.receivedCount, now) }
        connections[connection] = entry
        let isSilent = entry.stage == .receiving && entry.heard + silence < now
        let isLate = isSilent || entry.end.map { $0 < now } ?? false
        // libmicrohttpd overlooks the end of what a client sends when it comes together with the rest.
        guard isLate || (!isOurs && socket.hasEnded) else { return }
        if entry.stage == .receiving { onLateRequest?(connection) }
        socket.cut()
    }

    /// Notes that something has come; whoever waited for a request, or rested, is in one then.
    private func note(_ entry: inout Entry, _ received: UInt64, _ now: ContinuousClock.Instant) {
        let last = entry.received
        guard received != last else { return }
        (entry.received, entry.heard) = (received, now)
        guard last != nil else { return }
        if entry.stage == .resting { entry.end = now + headTime }
        if entry.stage != .receiving { entry.stage = .receiving }
    }
}
