import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// One socket: handles the messages of its client (protocol, section 5).
@SceneActor final class SocketSession: SocketHandler {
    let channel: SocketChannel
    let scenes: SocketScenes
    private var listener: (identity: Identity, number: Int)?  // for the end of the client's identity
    private let seat: AddressLimits.Seat?
    private var messageRate: TokenBucket
    private var partial: ByteHolding?  // of an incomplete message

    /// The maximum number of messages of one socket in a turn, so that others get their turn.
    private static let messagesPerTurn = 8
    /// The number of bytes of an incomplete message that are always allowed.
    private static let smallMessage = 4 * 1024

    init(
        room: SocketRoom, visitor: SessionTicket, seat: AddressLimits.Seat?, deflate: DeflateAgreement?
    ) {
        self.seat = seat
        messageRate = TokenBucket(room.context.settings.messageRate)
        channel = SocketChannel(room.context, room.sockets, deflate: deflate)
        scenes = SocketScenes(room, visitor, channel)
        visitor.hold()
    }

    /// The number of watched scenes.
    var sceneCount: Int { scenes.count }

    // Kept once, because there are many sockets.
    var room: SocketRoom { scenes.room }
    var visitor: SessionTicket { scenes.visitor }

    /// Leaves the scenes that a principal may not watch any more, if the socket is the principal's; `nil` stands for
    /// all principals.
    func followRights(of principal: Principal?) {
        if principal == nil || principal == visitor.principal { scenes.followRights() }
    }

    /// Applies the limits of changed settings.
    func follow(_ settings: Settings) {
        messageRate.change(to: settings.messageRate)
        channel.follow(settings)
    }

    func socket(_ id: SocketID, received rest: inout UnsafeMutableRawBufferPointer) {
        var served = 0
        while served < Self.messagesPerTurn, let action = channel.next(&rest) {
            guard messageRate.take() == nil else {
                return refuse(.messageRate, .tooFast, reason: "The client sends messages too fast.")
            }
            perform(action)
            served += 1
        }
        recordPartial()
        channel.hold(rest)
    }

    func socketDrained(_ id: SocketID) {
        scenes.catchUp()
        channel.resume()
    }

    func socketClosed(_ id: SocketID) {
        partial = nil
        channel.releaseDeliveries()
        scenes.closeAll()
        forgetIdentity()
        visitor.release()
    }

    /// Closes the socket when the identity of the client ends, at once if it has. What waits to be sent is dropped.
    func listenForEnd() {
        forgetIdentity()
        guard let identity = visitor.identity else { return }
        let number = identity.onEnd { [weak self] end in
            self?.scenes.closeAll()
            self?.channel.cut(end == .changed ? .serviceRestart : .signIn, reason: end.rawValue)
        }
        listener = (identity, number)
    }

    private func forgetIdentity() {
        if let listener { listener.identity.forget(listener.number) }
        listener = nil
    }

    /// Counts the memory of an incomplete message. If a memory limit is reached, closes the socket unless the message
    /// is still small.
    private func recordPartial() {
        let count = channel.keptCount
        guard count != partial?.count ?? 0 else { return }
        partial = partial ?? ByteHolding(.messages, in: room.context.memory, for: visitor.share)
        partial?.set(count)
        guard count > Self.smallMessage else { return }
        switch room.context.memory.shortage(of: 0, for: visitor.share) {
        case .total: refuse(.memoryLimit, .tryAgainLater, reason: "The server has reached memoryLimit.")
        case .share: refuse(.memoryPerAddress, .tooFast, reason: "Your address has reached memoryPerAddress.")
        case nil: break
        }
    }

    private func refuse(_ limit: Limit, _ code: CloseCode, reason: String) {
        if channel.isOpen { room.context.meters.record(limit) }
        channel.close(code, reason: reason)
    }

    private func perform(_ action: WebSocketConnection.Action) {
        switch action {
        case .text(let payload): payload.withBytes { receive($0) }
        case .binary: channel.close(.unsupportedData, reason: "Messages must be text.")
        case .pong(let payload): channel.takePong(payload)
        case .send(let frame): channel.send(frame)
        case .end(let ending, let frame):
            if case .violation(.messageTooBig) = ending { room.context.meters.record(.messageLimit) }
            channel.end(frame)
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        do throws(MessageError) {
            try serve(try ClientMessage(bytes, options: room.context.settings.parsing), bytes.count)
        } catch {
            room.context.meters.record(error.code)
            if let limit = error.cause.flatMap({ Limit($0) }) { room.context.meters.record(limit) }
            channel.say(ServerMessage.error(error))
        }
    }

    /// Handles a message of `count` bytes.
    private func serve(_ message: ClientMessage, _ count: Int) throws(MessageError) {
        try checkSignIn(message)
        switch message {
        case .signIn(let ref, let token): try signIn(token, ref: ref)
        case .ping: channel.say(ServerMessage.pong)
        case .close(let scene): scenes.close(scene)
        case .open(let ref, let route, let position, let count, let since):
            let since = since.flatMap { Digest($0) }
            scenes.open(route, SocketScenes.Opening(ref: ref, position: position, count: count, since: since))
        case .window(let ref, let scene, let position, let count):
            try scenes.move(scene, to: position, count: count, ref: ref)
        case .command(let ref, let scene, let invocation, let key):
            run(invocation, on: try scenes.scene(scene, ref: ref, isCommand: true), ref: ref, key: key, count)
        case .input(let ref, let scene, let slot, let values):
            if let shortage = room.context.memory.shortage(of: count, for: visitor.share) {
                throw room.noRoom(shortage, ref: ref)
            }
            try setInputs(values, of: try scenes.scene(scene, ref: ref), in: slot, ref: ref)
        }
    }

    /// Runs a command and sends its reply. Its message of `count` bytes counts as memory until the command has ended. A
    /// command that waits for the answer to a dialog does not count as an unanswered request.
    private func run(_ invocation: Invocation, on scene: Scene, ref: JSON?, key: String?, _ count: Int) {
        let kept = ByteHolding(.messages, in: room.context.memory, for: visitor.share)
        let run: CommandRun
        do throws(Problem) {
            if let shortage = kept.take(count) { throw .noRoom(shortage) }
            run = try room.runner.start(invocation, on: scene, for: visitor, key: key)
        } catch {
            room.context.record(error)
            return channel.say(ServerMessage.reply(ref: ref, error: error.error))
        }
        channel.recordRequest()
        Task { @SceneActor [weak self] in
            await run.pause()
            self?.channel.recordAnswer()
            defer { kept.set(0) }
            do throws(Problem) {
                let outcome = try await run.outcome()
                self?.channel.say(ServerMessage.reply(ref: ref, result: outcome.result))
                guard let navigation = outcome.navigation else { return }
                self?.channel.say(ServerMessage.navigate(navigation, from: scene.screen.number))
            } catch {
                let error = error.named(error.place["id"] ?? RequestID.make())
                self?.room.context.record(error)
                self?.channel.say(ServerMessage.reply(ref: ref, error: error.error))
            }
        }
    }

    /// Sets inputs of a personal scene, or of a view model embedded in it. The inputs of a shared scene are in its
    /// route: setting them leads to another one.
    private func setInputs(
        _ values: JSONObject, of scene: Scene, in slot: String?, ref: JSON?
    ) throws(MessageError) {
        guard visitor.identity?.isLooking != true else {
            throw MessageError(ref: ref, code: Problem.looking.code, message: Problem.looking.message)
        }
        let isInAddress = slot == nil && scene.screen.viewModel.namesInQuery.isSuperset(of: values.names)
        guard scene.screen.isPersonal || (isInAddress && !values.isEmpty) else {
            throw MessageError(
                ref: ref, code: "no-inputs", message: "This scene takes no inputs. Its inputs are in its route.")
        }
        guard let viewModel = scene.screen.viewModel.embedded(at: slot) else {
            throw MessageError(ref: ref, code: "unknown-slot", message: "Unknown slot: \(slot ?? "").")
        }
        do throws(CommandFailure) {
            guard let navigation = try viewModel.receive(inputs: values) else { return }
            scene.recordDeparture(setting: navigation)
            channel.say(ServerMessage.navigate(navigation, from: scene.screen.number))
        } catch {
            let problem = Problem(error)
            let faults = problem.fields.sorted { $0.key < $1.key }.map { "'\($0.key)' \($0.value)." }
            var refusal = MessageError(
                ref: ref, code: problem.code, message: faults.isEmpty ? problem.message : faults.joined(separator: " "))
            refusal.fields = problem.fieldsJSON
            throw refusal
        }
    }
}
