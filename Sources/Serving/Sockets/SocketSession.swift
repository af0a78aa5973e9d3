import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// One socket: the scenes it watches, and its messages (protocol, section 5).
@SceneActor final class SocketSession: SocketHandler, AudienceMember {
    var id = SocketID.none
    let room: SocketRoom
    let visitor: SessionTicket
    /// The window of the client's compressed messages; nil without compression.
    let windowBits: Int?
    private let seat: AddressLimits.Seat?
    private var messageRate: RateLimit
    private let partial: ByteHolding  // of an incomplete message
    private(set) var connection: WebSocketConnection
    var watches: [Watch] = []
    private var silence = 0  // checks since the peer last sent or acknowledged something
    private var lastTaken: UInt64 = 0
    private var unanswered = 0  // requests that get exactly one response
    private var isLeaving = false  // whether to disconnect as soon as its requests are answered
    private(set) var isHeld = false  // whether the client's next messages wait until it may send more

    /// The maximum number of unanswered requests of a socket.
    private static let requestLimit = 32
    /// The maximum number of messages of one socket in a turn, so that others get their turn.
    private static let messagesPerTurn = 8
    /// More bytes than pings alone cause a peer's system to acknowledge. It acknowledges pings even for a client that
    /// does not read.
    private static let pings: UInt64 = 64
    /// The number of bytes of an incomplete message that are always allowed.
    private static let smallMessage = 4 * 1024

    init(
        room: SocketRoom, visitor: SessionTicket, seat: AddressLimits.Seat?, deflate: DeflateAgreement?
    ) {
        self.seat = seat
        messageRate = RateLimit(room.service.settings.messageRate)
        self.room = room
        self.visitor = visitor
        partial = ByteHolding(.messages, in: room.service.memory, for: visitor.share)
        windowBits = deflate?.windowBits
        connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: room.service.settings.messageLimit),
            inflater: deflate == nil ? nil : room.service.compressor?.inflater)
        visitor.hold()
    }

    /// Applies the limits of changed settings.
    func follow(_ settings: Settings) {
        messageRate.change(to: settings.messageRate)
        connection.limits.maxMessageBytes = settings.messageLimit
    }

    func close(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return }
        send(frame)
        room.sockets.close(id, afterFlush: true)
    }

    /// Disconnects the client when its requests are answered. Messages that it sends from now on are ignored.
    func leave() {
        isLeaving = true
        if unanswered == 0 { sendAway() }
    }

    /// Disconnects the client, which reconnects after a random time.
    func sendAway() {
        let spread = room.service.spread ?? .seconds(1)
        close(.goingAway, reason: "The server is restarting; retry=\(spread.milliseconds)")
    }

    /// Sends a ping to a peer that has been silent since the last call. Closes the socket if the peer neither sends nor
    /// acknowledges anything over three more calls.
    func checkAlive(ping: SharedBytes) {
        let taken = room.sockets.acknowledgedBytes(id)
        if taken > lastTaken + Self.pings { silence = min(silence, 1) }
        lastTaken = taken
        silence += 1
        guard silence > 1 else { return }
        if silence > 4 { room.sockets.close(id, afterFlush: false) } else { room.sockets.send(id, ping) }
    }

    func socket(_ id: SocketID, received rest: inout UnsafeMutableRawBufferPointer) {
        silence = 0
        var served = 0
        while served < Self.messagesPerTurn, mayAsk, let action = connection.next(&rest) {
            guard messageRate.take() == nil else {
                return refuse(.messageRate, .tooFast, reason: "The client sends messages too fast.")
            }
            perform(action)
            served += 1
        }
        notePartial()
        isHeld = !rest.isEmpty
        if isHeld, mayAsk { room.sockets.resume(id) }
    }

    /// Counts the memory of an incomplete message. If a memory limit is reached, closes the socket unless the message
    /// is still small.
    private func notePartial() {
        let count = connection.keptCount
        guard count != partial.count else { return }
        partial.set(count)
        guard count > Self.smallMessage else { return }
        switch room.service.memory.shortage(of: 0, for: visitor.share) {
        case .total: refuse(.memoryLimit, .tryAgainLater, reason: "The server has reached memoryLimit.")
        case .share: refuse(.memoryPerAddress, .tooFast, reason: "Your address has reached memoryPerAddress.")
        case nil: break
        }
    }

    private func refuse(_ limit: Limit, _ code: CloseCode, reason: String) {
        if connection.phase == .open { room.service.meters.note(limit) }
        close(code, reason: reason)
    }

    /// Whether the client may send more: it reads its messages, and does not have too many unanswered requests.
    private var mayAsk: Bool {
        !isLeaving && unanswered < Self.requestLimit && !hasFullQueue
    }

    /// Whether the client's queue is full.
    var hasFullQueue: Bool {
        !room.service.mayQueue(behind: room.sockets.queuedBytes(id), isCrowded: room.sockets.isCrowded(id))
    }

    /// Makes the error for a memory limit.
    func refusal(of shortage: ByteAccount.Shortage, ref: JSON?) -> MessageError {
        let problem = Problem.noRoom(shortage)
        if let limit = problem.limit { room.service.meters.note(limit) }
        return MessageError(ref: ref, code: problem.code, message: problem.message)
    }

    private func perform(_ action: WebSocketConnection.Action) {
        switch action {
        case .text(let payload): payload.withBytes { receive($0) }
        case .binary: close(.unsupportedData, reason: "Messages must be text.")
        case .pong: break
        case .send(let frame): send(frame)
        case .end(let ending, let frame):
            if case .violation(.messageTooBig) = ending { room.service.meters.note(.messageLimit) }
            if !frame.isEmpty { send(frame) }
            room.sockets.close(id, afterFlush: true)
        }
    }

    func socketClosed(_ id: SocketID) {
        partial.set(0)
        for watch in watches { watch.end(for: self) }
        watches = []
        visitor.release()
    }
}

extension SocketSession {
    private func receive(_ bytes: UnsafeRawBufferPointer) {
        do throws(MessageError) {
            try serve(try ClientMessage(bytes, options: room.service.settings.parsing), bytes.count)
        } catch {
            room.service.meters.note(error.code)
            if let limit = error.cause.flatMap({ Limit($0) }) { room.service.meters.note(limit) }
            say(ServerMessage.error(error))
        }
    }

    /// Handles a message of `count` bytes.
    private func serve(_ message: ClientMessage, _ count: Int) throws(MessageError) {
        switch message {
        case .ping: say(ServerMessage.pong)
        case .close(let scene): unwatch(scene)
        case .open(let ref, let route, let place, let count, let since):
            open(route, Opening(ref: ref, place: place, count: count, since: since.flatMap { Digest($0) }))
        case .window(let ref, let scene, let place, let count):
            move(try watch(scene, ref: ref), to: place, count: count, ref: ref)
        case .command(let ref, let scene, let invocation, let key):
            run(invocation, on: try watch(scene, ref: ref, isCommand: true).scene, ref: ref, key: key, count)
        case .input(let ref, let scene, let slot, let values):
            if let shortage = room.service.memory.shortage(of: count, for: visitor.share) {
                throw refusal(of: shortage, ref: ref)
            }
            try setInputs(values, of: try watch(scene, ref: ref).scene, in: slot, ref: ref)
        }
    }
}

extension SocketSession {
    /// Counts a new request that gets exactly one response.
    func noteRequest() {
        unanswered += 1
    }

    /// Counts an answered request, so that there is room for another one.
    func noteAnswer() {
        unanswered -= 1
        if isHeld, mayAsk { room.sockets.resume(id) }
        guard isLeaving else { return }
        // The response itself may follow in this turn.
        EventLoop.shared.post { [weak self] in
            if self?.unanswered == 0 { self?.sendAway() }
        }
    }
}
