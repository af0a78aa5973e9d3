import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets

/// The connection to the client of one socket: sends messages, counts unanswered requests, and says whether the client
/// may send more.
@SceneActor final class SocketChannel {
    var id = SocketID.none
    /// The window of the client's compressed messages; nil without compression.
    let windowBits: Int?
    /// Whether the client's key is being checked, so that its next messages wait.
    var isSigningIn = false
    private var isLeaving = false  // whether to disconnect as soon as its requests are answered
    private var isHeld = false  // whether the client's next messages wait until it may send more
    private var silence: UInt8 = 0  // checks since the peer last sent or acknowledged something
    private var unanswered: Int16 = 0  // requests that get exactly one response
    private var lastTaken: UInt64 = 0  // bytes that the peer's system had acknowledged at the last check
    private var deliveries: [Delivery] = []  // in the order of the pings that ask for them
    private var lastDelivery: UInt64 = 0  // the number of the last one
    private let context: ServerContext
    private let sockets: Sockets
    private var connection: WebSocketConnection

    /// The maximum number of unanswered requests of a socket.
    private static let requestLimit = 32
    /// More bytes than pings alone cause a peer's system to acknowledge. It acknowledges pings even for a client that
    /// does not read.
    private static let pings: UInt64 = 64
    /// The limit on deliveries that a client has not confirmed. The oldest are given up.
    private static let deliveryLimit = 64

    init(_ context: ServerContext, _ sockets: Sockets, deflate: DeflateAgreement?) {
        self.context = context
        self.sockets = sockets
        windowBits = deflate?.windowBits
        connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: context.settings.messageLimit),
            inflater: deflate == nil ? nil : context.compressor?.inflater)
    }

    /// Whether messages may be sent.
    var isOpen: Bool { connection.phase == .open }

    /// The number of bytes held of an incomplete message.
    var keptCount: Int { connection.keptCount }

    /// Applies the limit of changed settings.
    func follow(_ settings: Settings) {
        connection.limits.maxMessageBytes = settings.messageLimit
    }
}

// Messages from the client.

extension SocketChannel {
    /// Returns the next action for received bytes; nil if there is none, or while the client may not send more.
    func next(_ rest: inout UnsafeMutableRawBufferPointer) -> WebSocketConnection.Action? {
        silence = 0
        return mayAsk ? connection.next(&rest) : nil
    }

    /// Notes whether received bytes are left for a later turn, which comes at once if the client may send more.
    func hold(_ rest: UnsafeMutableRawBufferPointer) {
        isHeld = !rest.isEmpty
        if isHeld, mayAsk { sockets.resume(id) }
    }

    /// Passes the bytes that are left, if there are any.
    func resume() {
        if isHeld { sockets.resume(id) }
    }

    /// Counts a new request that gets exactly one response.
    func recordRequest() {
        unanswered += 1
    }

    /// Counts an answered request, so that there is room for another one.
    func recordAnswer() {
        unanswered -= 1
        if isHeld, mayAsk { sockets.resume(id) }
        guard isLeaving else { return }
        // The response itself may follow in this turn.
        EventLoop.shared.post { [weak self] in
            if self?.unanswered == 0 { self?.sendAway() }
        }
    }

    /// Whether the client may send more: its key is not being checked, it reads its messages, and it does not have too
    /// many unanswered requests.
    private var mayAsk: Bool {
        !isLeaving && !isSigningIn && unanswered < Self.requestLimit && !hasFullQueue
    }
}

// Messages to the client.

extension SocketChannel {
    /// Whether the client's queue is full.
    var hasFullQueue: Bool {
        !context.mayQueue(behind: sockets.queuedBytes(id), isCrowded: sockets.isCrowded(id))
    }

    func say(_ message: [UInt8]) {
        guard isOpen else { return }
        send(SharedMessage(message, context.compressor))
    }

    func say(_ catchUp: CatchUp, ref: JSON?, scene: Int) {
        guard isOpen else { return }
        for piece in catchUp.frame(ref: ref, scene: scene, within: windowBits, context.compressor) {
            sockets.send(id, piece)
        }
    }

    func send(_ message: SharedMessage) {
        sockets.send(id, message.frame(within: windowBits))
    }

    func send(_ frame: [UInt8]) {
        sockets.send(id, SharedBytes(frame))
    }
}

// Deliveries. A client answers a ping after everything that was sent before it (RFC 6455 section 5.5.2).

extension SocketChannel {
    /// Holds a delivery until the client answers a ping.
    func hold(_ delivery: Delivery) {
        guard isOpen else { return }
        deliveries.append(delivery)
        if deliveries.count > Self.deliveryLimit { deliveries.removeFirst().isLost = true }
        lastDelivery += 1
        send(FrameWriter.frame(.ping, withUnsafeBytes(of: lastDelivery.bigEndian, Array.init)))
    }

    /// Releases all deliveries, because the client has left.
    func releaseDeliveries() { deliveries = [] }

    /// Releases the deliveries that a pong confirms. A ping of the heartbeat has no payload.
    func takePong(_ payload: FramePayload) {
        let number: UInt64? = payload.withBytes { bytes in
            bytes.count == 8 ? UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) : nil
        }
        guard let number, number <= lastDelivery else { return }
        let left = min(UInt64(deliveries.count), lastDelivery - number)
        deliveries.removeFirst(deliveries.count - Int(left))
    }
}

// The end of the connection.

extension SocketChannel {
    func close(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return }
        end(frame)
    }

    /// Drops what waits to be sent, and closes the socket.
    func cut(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return sockets.close(id, afterFlush: false) }
        sockets.cut(id, saying: SharedBytes(frame))
    }

    /// Closes the socket after a last frame.
    func end(_ frame: [UInt8]) {
        if !frame.isEmpty { send(frame) }
        sockets.close(id, afterFlush: true)
    }

    /// Disconnects the client when its requests are answered. Messages that it sends from now on are ignored.
    func leave() {
        isLeaving = true
        if unanswered == 0 { sendAway() }
    }

    /// Disconnects the client, which reconnects after a random time.
    func sendAway() {
        let spread = context.spread ?? .seconds(1)
        close(.goingAway, reason: "The server is restarting; retry=\(spread.milliseconds)")
    }

    /// Sends a ping to a peer that has been silent since the last call. Closes the socket if the peer neither sends nor
    /// acknowledges anything over three more calls.
    func checkAlive(ping: SharedBytes) {
        let taken = sockets.acknowledgedBytes(id)
        if taken > lastTaken + Self.pings { silence = min(silence, 1) }
        lastTaken = taken
        silence += 1
        guard silence > 1 else { return }
        if silence > 4 { sockets.close(id, afterFlush: false) } else { sockets.send(id, ping) }
    }
}
