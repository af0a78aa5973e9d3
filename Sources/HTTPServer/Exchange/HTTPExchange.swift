import CMicrohttpd
import Glibc
import Loop

/// One request on its way to its answer. Answer it once, with ``respond(_:)``, ``upgrade(headers:onTaken:)`` or
/// ``stream(status:headers:)``, at once or later.
@SceneActor package final class HTTPExchange {
    /// How far the exchange has come.
    enum State {
        /// The body is being read.
        case reading
        /// It has been refused; the rest of it is read and forgotten.
        case refused
        /// The handler has the request; libmicrohttpd waits.
        case handling
        /// The answer is known and has to be handed to libmicrohttpd.
        case answered(Answer)
        /// libmicrohttpd has the answer.
        case queued
        /// The client has hung up; libmicrohttpd has to be told.
        case gone
        /// The connection is gone.
        case ended
    }

    /// An answer, ready to be queued.
    enum Answer {
        case response(HTTPResponse)
        case prepared(PreparedResponse)

        /// The number of bytes of the body, as far as it is known.
        @SceneActor var count: Int {
            switch self {
            case .response(let response): response.count
            case .prepared(let prepared): prepared.count
            }
        }

        /// The body, if others are given the same.
        @SceneActor var sharedBytes: SharedBytes? {
            if case .prepared(let prepared) = self { prepared.bytes } else { nil }
        }

        /// Whether it is given to others, too.
        @SceneActor var isShared: Bool {
            if case .prepared(let prepared) = self { prepared.source != nil } else { false }
        }

        @SceneActor var status: Int {
            switch self {
            case .response(let response): response.status
            case .prepared(let prepared): prepared.status
            }
        }
    }

    /// Called when the client goes away before it has been answered.
    @exclusivity(unchecked) package var onCancel: (() -> Void)?
    /// Called at the end, with the status (0 when there was no answer) and the bytes of the body.
    @exclusivity(unchecked) package var onEnd: ((_ status: Int, _ bytes: Int) -> Void)?
    /// Headers that the answer has, whoever gives it.
    @exclusivity(unchecked) var fields: [(String, String)] = []
    /// Whether somebody wants to know how it ends.
    var isLogged: Bool { onEnd != nil }

    let request: HTTPRequest
    let connection: Connection
    /// What libmicrohttpd does not see of the target.
    let query: HiddenQuery
    @exclusivity(unchecked) var state = State.reading
    /// The status of the answer, and the bytes of its body.
    @exclusivity(unchecked) var sent = (status: 0, bytes: 0)
    private let daemon: Daemon
    @exclusivity(unchecked) private var suspension: Suspension?
    private var onTaken: ((TakenSocket) -> Void)?
    @exclusivity(unchecked) private(set) var stream: HTTPStream?
    @exclusivity(unchecked) var kept: AnswerHolding?

    init(on connection: Connection, hiding query: HiddenQuery, of daemon: Daemon) {
        request = HTTPRequest(on: connection)
        self.connection = connection
        self.query = query
        self.daemon = daemon
    }

    /// Answers. Does nothing when the client has gone.
    package func respond(_ response: HTTPResponse) {
        answer(.response(response))
    }

    /// Answers with what has been made before.
    package func respond(_ response: PreparedResponse) {
        answer(.prepared(response))
    }

    /// Takes the connection away from HTTP with `101 Switching Protocols`; `onTaken` gets the socket.
    package func upgrade(headers: [(String, String)], onTaken: @escaping @SceneActor (TakenSocket) -> Void) {
        self.onTaken = onTaken
        let response = MHD_create_response_for_upgrade(takeSocket, nil)
        answer(.prepared(PreparedResponse(status: 101, headers: headers, owning: response)))
    }

    /// Whether the client still waits for an answer.
    package var isWaiting: Bool {
        if case .handling = state { true } else { false }
    }

    /// Answers with a body that is written bit by bit; `nil` when as many streams are open as may be, or the client has gone.
    /// One that has an end is to be taken within some time: then the connection is closed, so that the client can tell that
    /// it is not whole. One without goes on as long as there is a client, however slowly that reads. What waits to be sent is kept
    /// for the address of `share`.
    package func stream(
        status: Int, headers: [(String, String)], within time: Duration? = nil, for share: ByteShare? = nil
    ) -> HTTPStream? {
        guard isWaiting, let pointer = connection.pointer, daemon.freeStreams > 0 else { return nil }
        let stream = HTTPStream(connection: pointer, daemon: daemon, within: time, for: share)
        cmicrohttpd_never_time_out(pointer)
        self.stream = stream
        daemon.freeStreams -= 1
        answer(.prepared(stream.makeResponse(status: status, headers: headers, forHead: request.method == "HEAD")))
        return stream
    }

    private func answer(_ answer: Answer) {
        switch state {
        case .handling: state = .answered(answer)
        case .gone, .ended: return
        case .reading, .refused, .answered, .queued: return assertionFailure("an exchange is answered once")
        }
        suspension?.end()
        suspension?.finish()  // a stream watches the connection for itself
    }

    /// Has libmicrohttpd wait for the answer, and the loop look whether the client waits too.
    func suspend() {
        guard let pointer = connection.pointer else { return }
        let canBeAsked = request.version != "HTTP/1.0"
        suspension = Suspension(pointer, of: daemon, halfClose: .mayWait(canBeAsked: canBeAsked)) { [weak self] in
            self?.state = .gone
            self?.suspension?.end()
        }
        suspension?.begin()
    }

    /// The connection was upgraded: duplicates the socket and lets libmicrohttpd forget the connection at once, because
    /// a held one costs memory and makes every close slower.
    fileprivate func take(_ socket: Int32, leftover: [UInt8], _ handle: OpaquePointer) {
        let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        cmicrohttpd_forget(handle)
        daemon.runSoon()
        guard descriptor >= 0 else { return }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        onTaken?(TakenSocket(descriptor: descriptor, leftover: leftover))
        onTaken = nil
    }

    /// The request has been answered, or the connection is gone.
    func end() {
        let wasAnswered: Bool
        if case .queued = state { wasAnswered = true } else { wasAnswered = false }
        state = .ended
        suspension?.finish()
        suspension = nil
        kept = nil
        if let stream {
            sent.bytes = stream.sentBytes
            daemon.freeStreams += 1
            stream.end()
        }
        if !wasAnswered { onCancel?() }
        onCancel = nil
        onEnd?(sent.status, sent.bytes)
        onEnd = nil
    }
}

/// A constant of the file, so that no isolation is attached to it. It is called on the loop.
private let takeSocket: MHD_UpgradeHandler = { _, _, exchange, leftover, count, socket, handle in
    guard let exchange, let handle else { return }
    let bytes = leftover.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    let address = UInt(bitPattern: exchange)
    let control = UInt(bitPattern: handle)
    SceneActor.assumeIsolated {
        guard let exchange = UnsafeRawPointer(bitPattern: address), let handle = OpaquePointer(bitPattern: control)
        else {
            return
        }
        Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue().take(socket, leftover: bytes, handle)
    }
}
