import CMicrohttpd
import Loop

/// A suspension of a connection while it waits for the server. libmicrohttpd ignores the connection meanwhile, so the
/// loop watches for its end, unless the suspension is short.
///
/// A client that has shut down its side may still wait for the response, or may be gone. Only sending something can
/// tell. After a while the server sends `100 Continue`, which a client skips (RFC 9110 section 15.2.1). The system of a
/// client that is gone then resets the connection. The client of an event stream has no reason to shut down its side,
/// so the stream ends at once. A finite body is simply sent on until it is read, or its time is over.
@SceneActor final class Suspension {
    /// The meaning of a client that has shut down its side.
    enum HalfClose {
        /// The client is gone.
        case isEnd
        /// The client may wait for the response. `canBeAsked` says whether it understands `100 Continue`.
        case mayWait(canBeAsked: Bool)
    }

    /// Whether the connection is suspended.
    private(set) var isActive = false
    private let connection: OpaquePointer
    private let daemon: Daemon
    private let halfClose: HalfClose
    private let onHangUp: () -> Void
    private var token: Poller.Token?
    private var question: LoopTimer?

    /// The time after which a client with a shut side is sent `100 Continue`.
    private static let patience = Duration.seconds(1)

    init(
        _ connection: OpaquePointer, of daemon: Daemon, halfClose: HalfClose, onHangUp: @escaping () -> Void
    ) {
        self.connection = connection
        self.daemon = daemon
        self.halfClose = halfClose
        self.onHangUp = onHangUp
    }

    /// Suspends the connection.
    func begin() {
        guard !isActive else { return }
        isActive = true
        MHD_suspend_connection(connection)
        // Most suspensions are over before, and watching takes two calls of the system.
        if token == nil { daemon.runLater { [self] in watch() } }
    }

    /// Watches for the end of the connection, if it is still suspended.
    private func watch() {
        guard isActive, token == nil else { return }
        token = EventLoop.shared.poller.watch(descriptor, for: .shut) { [weak self] in self?.ready($0) }
    }

    /// Resumes the connection in this turn. The loop still watches it, because a stream is soon suspended again.
    func end() {
        guard isActive else { return }
        isActive = false
        question?.cancel()
        MHD_resume_connection(connection)
        daemon.runSoon()
    }

    /// Stops watching the connection, which is not suspended again. Call it before the connection is closed.
    func finish() {
        question?.cancel()
        unwatch()
    }

    private func unwatch() {
        if let token { EventLoop.shared.poller.unwatch(token) }
        token = nil
    }

    private var descriptor: Int32 { cmicrohttpd_descriptor(connection) }

    private func ready(_ readiness: Poller.Readiness) {
        guard isActive else { return unwatch() }  // libmicrohttpd watches
        guard readiness.isDisjoint(with: .failed), case .mayWait(let canBeAsked) = halfClose, let token else {
            return onHangUp()
        }
        EventLoop.shared.poller.modify(token, to: [])
        guard canBeAsked else { return }
        question = EventLoop.shared.after(Self.patience) { [weak self] in self?.ask() }
    }

    private func ask() {
        _ = RawSocket(descriptor: descriptor).send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
}
