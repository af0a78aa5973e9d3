import CMicrohttpd
import Loop

/// A connection that waits for us. libmicrohttpd does not look at it meanwhile, so the loop watches for its end.
///
/// A client that has shut its side may still wait for an answer, or be gone: nothing tells one from the other but to send
/// something. So one that waits too long is sent `100 Continue`, which a client skips (RFC 9110 section 15.2.1); the system
/// of one that is gone resets the connection. An event stream needs no such care: its client has nothing to shut its side for.
/// A body that has an end is simply sent on: it ends when it has been taken, or its time is over.
@SceneActor final class Suspension {
    /// What it means that the client has shut its side.
    enum HalfClose {
        /// It has gone.
        case isEnd
        /// It may wait for the answer; whether it can be asked.
        case mayWait(canBeAsked: Bool)
    }

    /// Whether the connection waits.
    private(set) var isActive = false
    private let connection: OpaquePointer
    private let daemon: Daemon
    private let halfClose: HalfClose
    private let onHangUp: () -> Void
    private var token: Poller.Token?
    private var question: LoopTimer?

    /// How long a client whose side is shut waits before it is asked whether it is there.
    private static let patience = Duration.seconds(1)

    init(
        _ connection: OpaquePointer, of daemon: Daemon, halfClose: HalfClose, onHangUp: @escaping () -> Void
    ) {
        self.connection = connection
        self.daemon = daemon
        self.halfClose = halfClose
        self.onHangUp = onHangUp
    }

    /// Lets the connection wait.
    func begin() {
        guard !isActive else { return }
        isActive = true
        MHD_suspend_connection(connection)
        guard token == nil else { return }
        token = EventLoop.shared.poller.watch(descriptor, for: .shut) { [weak self] in self?.ready($0) }
    }

    /// Lets the connection go on, in this turn. It stays watched: a stream waits again soon.
    func end() {
        guard isActive else { return }
        isActive = false
        question?.cancel()
        MHD_resume_connection(connection)
        daemon.runSoon()
    }

    /// The connection does not wait again: it is no longer watched. Call it before the connection is closed.
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
        guard isActive else { return unwatch() }  // libmicrohttpd looks
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
