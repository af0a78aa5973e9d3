import Glibc
import Loop

/// A socket that listens. It rests while as many connections are open as may be; and when the system has no descriptor left,
/// for a while or until a connection has gone. Clients wait in its queue meanwhile.
@SceneActor final class Listener {
    /// The port that was taken.
    let port: Int
    /// Whether as many connections are open as may be. It is set whenever one came or went.
    var isFull = false {
        didSet {
            rest?.cancel()
            rest = nil
            update()
        }
    }

    private var descriptor: Int32
    private var token: Poller.Token?
    private let group: PortGroup?
    private var rest: LoopTimer?
    private let onConnection: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void

    /// How many connections are taken in one turn.
    private static let batch = 32
    /// How long to rest when the system has no descriptor left.
    private static let restTime = Duration.milliseconds(250)

    /// Listens; `onConnection` owns the descriptors that it gets.
    init(
        _ configuration: HTTPConfiguration, onConnection: @escaping (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
    ) throws(HTTPServerError) {
        (descriptor, self.port) = try ListenSocket.open(configuration)
        self.onConnection = onConnection
        group = configuration.sharesPort ? PortGroup(of: descriptor) : nil
        update()
    }

    isolated deinit { close() }

    /// Has others who share the port get every new connection; those that come to us all the same are taken.
    ///
    /// - Returns: Whether there are others.
    func leave() -> Bool {
        guard let group else { return false }
        return group.leave { [self] peer in
            var isMine = false
            while accept(besides: { isMine = peer.matches($0) || isMine }) {}
            return isMine
        }
    }

    /// Whether it listens.
    var isOpen: Bool { descriptor >= 0 }

    /// Stops listening, when everyone who has connected has been taken: the system would cut off who waits in the queue.
    func close() {
        guard descriptor >= 0 else { return }
        group?.close()
        for _ in 0..<Int(SOMAXCONN) {
            guard accept() else { break }
        }
        let descriptor = self.descriptor
        self.descriptor = -1
        rest?.cancel()
        update()
        Glibc.close(descriptor)
    }

    private func update() {
        let isOpen = descriptor >= 0 && !isFull && rest == nil
        if isOpen, token == nil {
            token = EventLoop.shared.poller.watch(descriptor, for: .readable) { [weak self] in self?.ready($0) }
        } else if !isOpen, let token {
            EventLoop.shared.poller.unwatch(token)
            self.token = nil
        }
    }

    private func ready(_ readiness: Poller.Readiness) {
        if !readiness.isDisjoint(with: .failed) { return pause() }
        for _ in 0..<Self.batch where token != nil {
            guard accept() else { return }
        }
    }

    /// Takes one connection; `false` when there is none, or none can be taken now.
    private func accept(besides note: (UnsafePointer<sockaddr>) -> Void = { _ in }) -> Bool {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let connection = Glibc.accept(descriptor, address, &size)
                guard connection >= 0 else { return mayGoOn(after: errno) }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                note(address)
                onConnection(connection, address, size)
                return true
            }
        }
    }

    private func mayGoOn(after code: Int32) -> Bool {
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) { pause() }
        return code == ECONNABORTED || code == EINTR
    }

    private func pause() {
        rest = EventLoop.shared.after(Self.restTime) { [weak self] in
            self?.rest = nil
            self?.update()
        }
        update()
    }
}
