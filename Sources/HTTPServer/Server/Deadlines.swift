import CMicrohttpd
import Loop

/// When each open connection has to have sent its request, or read its answer. One that has not is cut: libmicrohttpd's own
/// limit is of silence only, and a byte now and then would hold a connection for ever.
@SceneActor final class Deadlines {
    private var connections: [OpaquePointer: ContinuousClock.Instant?] = [:]
    private var sweep: LoopTimer?

    /// How many connections are open.
    var count: Int { connections.count }

    /// Sets the time that a connection has from now on; `nil` is all the time in the world.
    func set(_ connection: OpaquePointer, in time: Duration?) {
        connections[connection] = .some(time.map { .now + $0 })
        scheduleSweep()
    }

    /// Forgets a connection that is closed.
    func remove(_ connection: OpaquePointer) {
        connections[connection] = nil
    }

    private func scheduleSweep() {
        guard sweep == nil else { return }
        sweep = EventLoop.shared.after(.seconds(1)) { [weak self] in
            guard let self else { return }
            sweep = nil
            cutOverdue()
            if !connections.isEmpty { scheduleSweep() }
        }
    }

    private func cutOverdue() {
        let now = ContinuousClock.now
        for case (let connection, let deadline?) in connections where deadline < now {
            RawSocket(descriptor: cmicrohttpd_descriptor(connection)).cut()
        }
    }
}
