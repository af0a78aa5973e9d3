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
        var received: UInt64 = 0  // when the stage began, or when something last came
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
        if stage == .resting || stage == .receiving { entry.received = Self.received(by: connection) }
        connections[connection] = entry
        scheduleSweep()
    }

    /// Forgets a connection that is closed.
    func remove(_ connection: OpaquePointer) {
        connections[connection] = nil
    }

    private static func received(by connection: OpaquePointer) -> UInt64 {
        RawSocket(descriptor: cmicrohttpd_descriptor(connection)).receivedCount
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
        if entry.stage != .answering, entry.stage != .reading { note(&entry, of: connection, now) }
        connections[connection] = entry
        let isSilent = entry.stage == .receiving && entry.heard + silence < now
        guard isSilent || entry.end.map({ $0 < now }) ?? false else { return }
        if entry.stage == .receiving { onLateRequest?(connection) }
        RawSocket(descriptor: cmicrohttpd_descriptor(connection)).cut()
    }

    /// Notes that something has come; whoever waited for a request, or rested, is in one then.
    private func note(_ entry: inout Entry, of connection: OpaquePointer, _ now: ContinuousClock.Instant) {
        let received = Self.received(by: connection)
        guard received != entry.received else { return }
        (entry.received, entry.heard) = (received, now)
        if entry.stage == .resting { entry.end = now + headTime }
        if entry.stage != .receiving { entry.stage = .receiving }
    }
}
