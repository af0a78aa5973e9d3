import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// One socket: the scenes it watches, and its conversation (protocol, section 5).
@SceneActor final class SocketSession: SocketHandler, AudienceMember {
    var id = SocketID.none
    let room: SocketRoom
    let visitor: SessionTicket
    /// The window of the compressed messages that the client takes; nil when it takes none.
    let windowBits: Int?
    private let seat: AddressLimits.Seat?
    private var messageRate: RateLimit
    private let partial: ByteHolding  // of a message that has not come whole
    private(set) var connection: WebSocketConnection
    var watches: [Watch] = []
    private var silence = 0  // how many times it has been looked for since it said or took something
    private var lastTaken: UInt64 = 0
    private var unanswered = 0  // requests, of those that are answered once
    private var isLeaving = false  // whether it is sent away as soon as its requests are answered
    private(set) var isHeld = false  // whether the client's next messages wait until it may ask more

    /// How many requests of a socket may be unanswered.
    private static let requestLimit = 32
    /// How many messages of a socket are served before it is the others' turn.
    private static let messagesPerTurn = 8
    /// More than pings alone make a peer's system acknowledge: those it takes for whoever does not read.
    private static let pings: UInt64 = 64
    /// How much of a message may be kept in any case.
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

    /// Takes the limits of other settings.
    func follow(_ settings: Settings) {
        messageRate.change(to: settings.messageRate)
        connection.limits.maxMessageBytes = settings.messageLimit
    }

    func close(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return }
        send(frame)
        room.sockets.close(id, afterFlush: true)
    }

    /// Sends the client away when its requests are answered; what it asks from now on is not heard.
    func leave() {
        isLeaving = true
        if unanswered == 0 { sendAway() }
    }

    /// Sends the client away, which comes back after a random time.
    func sendAway() {
        let spread = room.service.spread ?? .seconds(1)
        close(.goingAway, reason: "The server is restarting; retry=\(spread.milliseconds)")
    }

    /// Sends a ping to a peer that has been silent since the last call, and gives one up that neither says nor takes
    /// anything over three more.
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
                return refuse(.messageRate, .tooFast, reason: "Messages come too fast.")
            }
            perform(action)
            served += 1
        }
        notePartial()
        isHeld = !rest.isEmpty
        if isHeld, mayAsk { room.sockets.resume(id) }
    }

    /// Counts what is kept of a message that has not come whole. When there is no room, sockets are closed that have more than a
    /// little of one.
    private func notePartial() {
        let count = connection.keptCount
        guard count != partial.count else { return }
        partial.set(count)
        guard count > Self.smallMessage else { return }
        switch room.service.memory.shortage(of: 0, for: visitor.share) {
        case .total: refuse(.memoryLimit, .tryAgainLater, reason: "Too much is being sent at once.")
        case .share: refuse(.memoryPerAddress, .tooFast, reason: "Your address is sending too much at once.")
        case nil: break
        }
    }

    private func refuse(_ limit: Limit, _ code: CloseCode, reason: String) {
        if connection.phase == .open { room.service.meters.note(limit) }
        close(code, reason: reason)
    }

    /// Whether the client may ask for more: it reads what it is sent, and has not asked for much that is not sent yet.
    private var mayAsk: Bool {
        !isLeaving && unanswered < Self.requestLimit && !hasFullQueue
    }

    /// Whether as much waits for the client as may.
    var hasFullQueue: Bool {
        !room.service.mayQueue(behind: room.sockets.queuedBytes(id), isCrowded: room.sockets.isCrowded(id))
    }

    /// What is said when there is no room for what is asked.
    func refusal(of shortage: ByteAccount.Shortage, ref: JSON?) -> MessageError {
        let problem = Problem.noRoom(shortage)
        if let limit = problem.limit { room.service.meters.note(limit) }
        return MessageError(ref: ref, code: problem.code, message: problem.message)
    }

    private func perform(_ action: WebSocketConnection.Action) {
        switch action {
        case .text(let payload): payload.withBytes { receive($0) }
        case .binary: close(.unsupportedData, reason: "Messages are text.")
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

    /// Does what a message of `count` bytes asks.
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
    /// Notes that a request has begun, of those that are answered once.
    func noteRequest() {
        unanswered += 1
    }

    /// Notes that a request is answered: there is room for another.
    func noteAnswer() {
        unanswered -= 1
        if isHeld, mayAsk { room.sockets.resume(id) }
        guard isLeaving else { return }
        // The answer itself may follow in this turn.
        EventLoop.shared.post { [weak self] in
            if self?.unanswered == 0 { self?.sendAway() }
        }
    }
}
