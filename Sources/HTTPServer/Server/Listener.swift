import Glibc
import Loop

/// A listening socket. It pauses while the limit of connections is reached. It also pauses when the system has no free
/// descriptor, for a while or until a connection closes. Clients wait in its queue meanwhile.
@SceneActor final class Listener {
    /// The port.
    let port: Int
    /// Whether the limit of connections is reached. Set whenever a connection has opened or closed.
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
    private let isKept: Bool  // whether another program keeps the socket, and its queue of connections
    private var rest: LoopTimer?
    private let onConnection: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void

    /// The maximum number of connections accepted in one turn.
    private static let batch = 32
    /// The pause when the system has no free descriptor.
    private static let restTime = Duration.milliseconds(250)

    /// Listens. `onConnection` owns the descriptors that it receives.
    init(
        _ configuration: HTTPConfiguration, onConnection: @escaping (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
    ) throws(HTTPServerError) {
        (descriptor, self.port) = try ListenSocket.open(configuration)
        self.onConnection = onConnection
        isKept = configuration.listener != nil
        group = configuration.sharesPort ? PortGroup(of: descriptor) : nil
        update()
    }

    isolated deinit { close() }

    /// Directs new connections to the other processes that share the port. Connections that still arrive here are
    /// accepted.
    ///
    /// - Returns: Whether there are other processes.
    func leave() -> Bool {
        guard let group else { return false }
        return group.leave { [self] peer in
            var isMine = false
            while accept(besides: { isMine = peer.matches($0) || isMine }) {}
            return isMine
        }
    }

    /// Whether the socket is open.
    var isOpen: Bool { descriptor >= 0 }

    /// Stops listening after accepting all waiting connections, because the system would reset connections in the
    /// queue. If another program keeps the socket, they wait there for the next server.
    func close() {
        guard descriptor >= 0 else { return }
        group?.close()
        for _ in 0..<(isKept ? 0 : Int(SOMAXCONN)) {
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

    /// Accepts one connection. Returns whether to try another one.
    private func accept(besides record: (UnsafePointer<sockaddr>) -> Void = { _ in }) -> Bool {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let connection = Glibc.accept(descriptor, address, &size)
                guard connection >= 0 else { return mayGoOn(after: errno) }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                record(address)
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
