import CMicrohttpd
import Glibc
import Loop

/// One request and its response. Respond exactly once, with ``respond(_:)``, ``upgrade(headers:onTaken:)`` or
/// ``stream(status:headers:within:for:)``, immediately or later.
@SceneActor package final class HTTPExchange {
    /// The progress of an exchange.
    enum State {
        /// The body is being read.
        case reading
        /// The handler has the request, and reads its body.
        case receiving(HTTPBody)
        /// The request is refused. The rest of it is read and ignored.
        case refused
        /// The handler has the request, and libmicrohttpd waits.
        case handling
        /// The response is known but not yet passed to libmicrohttpd.
        case answered(Answer)
        /// libmicrohttpd has the response.
        case queued
        /// The client has disconnected. libmicrohttpd does not know yet.
        case gone
        /// The connection is closed.
        case ended
    }

    /// A response, ready to be queued.
    enum Answer {
        case response(HTTPResponse)
        case prepared(PreparedResponse)

        /// The number of bytes of the body; 0 for a stream.
        @SceneActor var count: Int {
            switch self {
            case .response(let response): response.count
            case .prepared(let prepared): prepared.count
            }
        }

        /// The body, if other requests share it.
        @SceneActor var sharedBytes: SharedBytes? {
            if case .prepared(let prepared) = self { prepared.bytes } else { nil }
        }

        /// The response, if it was not made for libmicrohttpd.
        @SceneActor var response: HTTPResponse {
            switch self {
            case .response(let response): response
            case .prepared(let prepared): prepared.source ?? HTTPResponse(status: prepared.status)
            }
        }

        /// Whether other requests may share the response.
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

    /// The body of the request, if its handler reads it in pieces.
    package internal(set) var body: HTTPBody?
    /// Sends a response before the body is complete.
    var answerEarly: ((HTTPResponse) -> Void)?
    /// Whether libmicrohttpd calls once more with the head, because the connection was paused there.
    var repeatsHead = false
    /// Called when the client disconnects before the response.
    @exclusivity(unchecked) package var onCancel: (() -> Void)?
    /// Called at the end, with the status (0 without a response) and the bytes of the body.
    @exclusivity(unchecked) package var onEnd: ((_ status: Int, _ bytes: Int) -> Void)?
    /// Headers that every response to this request has.
    @exclusivity(unchecked) var fields: [(String, String)] = []
    /// Whether the end of the exchange is logged.
    var isLogged: Bool { onEnd != nil }

    let request: HTTPRequest
    let connection: Connection
    /// The part of the target that is hidden from libmicrohttpd.
    let query: HiddenQuery
    @exclusivity(unchecked) var state = State.reading
    /// The status of the response, and the bytes of its body.
    @exclusivity(unchecked) var sent = (status: 0, bytes: 0)
    private let daemon: Daemon
    private var isPaused = false
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

    /// Sends a response. Does nothing if the client has disconnected.
    package func respond(_ response: HTTPResponse) {
        answer(.response(response))
    }

    /// Sends a response that was prepared before.
    package func respond(_ response: PreparedResponse) {
        answer(.prepared(response))
    }

    /// Switches the connection to another protocol with `101 Switching Protocols`. `onTaken` receives the socket.
    package func upgrade(headers: [(String, String)], onTaken: @escaping @SceneActor (TakenSocket) -> Void) {
        self.onTaken = onTaken
        let response = MHD_create_response_for_upgrade(takeSocket, nil)
        answer(.prepared(PreparedResponse(status: 101, headers: headers, owning: response)))
    }

    /// Whether the client still waits for a response.
    package var isWaiting: Bool {
        switch state {
        case .handling, .receiving: true
        case .reading, .refused, .answered, .queued, .gone, .ended: false
        }
    }

    /// Sends a response with a body that is written in parts. Returns `nil` if the limit of streams is reached, or if
    /// the client has disconnected.
    ///
    /// A stream with a `time` is finite, and the client must read it within that time. Otherwise the connection is
    /// closed, so that the client notices that the body is incomplete. A stream without a `time` goes on as long as the
    /// client is connected, however slowly it reads. Unsent bytes count for the address of `share`. A stream with a
    /// `length` ends after this number of bytes.
    package func stream(
        status: Int, headers: [(String, String)], within time: Duration? = nil, for share: ByteShare? = nil,
        length: Int? = nil
    ) -> HTTPStream? {
        guard case .handling = state, let pointer = connection.pointer, daemon.freeStreams > 0 else { return nil }
        let stream = HTTPStream(connection: pointer, daemon: daemon, within: time, for: share)
        cmicrohttpd_never_time_out(pointer)
        self.stream = stream
        daemon.freeStreams -= 1
        let isHead = request.method == "HEAD"
        answer(.prepared(stream.makeResponse(status: status, headers: headers, forHead: isHead, length: length)))
        return stream
    }

    private func answer(_ answer: Answer) {
        switch state {
        case .handling: state = .answered(answer)
        case .receiving: return answerEarly?(answer.response) ?? ()
        case .gone, .ended: return
        case .reading, .refused, .answered, .queued: return assertionFailure("an exchange takes one response only")
        }
        suspension?.end()
        suspension?.finish()  // a stream watches the connection itself
    }

    /// Suspends the connection in libmicrohttpd until the response, and watches for the client to disconnect.
    func suspend() {
        guard let pointer = connection.pointer else { return }
        let canBeAsked = request.version != "HTTP/1.0"
        suspension = Suspension(pointer, of: daemon, halfClose: .mayWait(canBeAsked: canBeAsked)) { [weak self] in
            self?.state = .gone
            self?.suspension?.end()
        }
        suspension?.begin()
    }

    /// Stops reading the connection until ``unpause()``.
    func pause() {
        guard let pointer = connection.pointer, !isPaused else { return }
        isPaused = true
        MHD_suspend_connection(pointer)
    }

    /// Reads the connection again.
    func unpause() {
        guard let pointer = connection.pointer, isPaused else { return }
        isPaused = false
        MHD_resume_connection(pointer)
        daemon.runSoon()
    }

    /// Takes over the socket of an upgraded connection. The socket is duplicated and libmicrohttpd drops the connection
    /// at once, because a kept connection costs memory and slows down every close.
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

    /// Ends the exchange: the response is complete, or the connection is closed.
    func end() {
        let wasAnswered: Bool
        if case .queued = state { wasAnswered = true } else { wasAnswered = false }
        state = .ended
        body?.lose()
        answerEarly = nil
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

/// A constant of the file, so that it is not isolated. Called on the loop.
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
