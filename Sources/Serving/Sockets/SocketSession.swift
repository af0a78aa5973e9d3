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
    private let room: SocketRoom
    private let onClose: (SocketID) -> Void
    private var connection: WebSocketConnection
    private var watches: [Watch] = []
    private var silence = 0

    /// A scene that the socket watches.
    private struct Watch {
        let scene: Scene
        var audience: SocketAudience
        /// The state that the client has, if updates were left out since because it does not read.
        var heldBack: Digest?
        /// How many times the client has asked for another window: only the last answer counts.
        var moves = 0

        @SceneActor var number: Int { scene.screen.number }
    }

    /// How an `open` message wants a scene.
    private struct Opening {
        let ref: JSON?
        let place: ClientMessage.Place
        let count: Int?
        let since: Digest?
    }

    init(room: SocketRoom, onClose: @escaping (SocketID) -> Void) {
        self.room = room
        self.onClose = onClose
        connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: room.settings.messageLimit))
    }

    func close(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return }
        send(frame)
        room.sockets.close(id, afterFlush: true)
    }

    /// Sends a ping to a peer that has been silent, and gives one up that has not answered the last two.
    func checkAlive(ping: SharedBytes) {
        silence += 1
        if silence > 2 { room.sockets.close(id, afterFlush: false) } else { room.sockets.send(id, ping) }
    }

    func socket(_ id: SocketID, received bytes: UnsafeMutableRawBufferPointer) {
        silence = 0
        var rest = bytes
        while let action = connection.next(&rest) {
            switch action {
            case .text(let payload): payload.withBytes { receive($0) }
            case .binary: close(.unsupportedData, reason: "Messages are text.")
            case .pong: break
            case .send(let frame): send(frame)
            case .end(_, let frame):
                if !frame.isEmpty { send(frame) }
                room.sockets.close(id, afterFlush: true)
            }
        }
    }

    func socketClosed(_ id: SocketID) {
        for watch in watches { watch.audience.remove(self) }
        watches = []
        onClose(id)
    }
}

extension SocketSession {
    private func receive(_ bytes: UnsafeRawBufferPointer) {
        do throws(MessageError) {
            let options = JSON.ParsingOptions(depthLimit: room.settings.depthLimit, rejectsDuplicates: true)
            try serve(try ClientMessage(bytes, options: options))
        } catch {
            say(ServerMessage.error(error))
        }
    }

    private func serve(_ message: ClientMessage) throws(MessageError) {
        switch message {
        case .ping: say(ServerMessage.pong)
        case .close(let scene): unwatch(scene)
        case .open(let ref, let route, let place, let count, let since):
            open(route, Opening(ref: ref, place: place, count: count, since: since.flatMap { Digest($0) }))
        case .window(let scene, let place, let count): try move(scene, to: place, count: count)
        case .command(let ref, let scene, let invocation, let key):
            run(invocation, on: try watch(scene, ref: ref).scene, ref: ref, key: key)
        case .input(let scene, _):
            _ = try watch(scene, ref: nil)
            throw MessageError(code: "no-inputs", message: "This scene takes no inputs: they are in its route.")
        }
    }

    private func open(_ route: String, _ opening: Opening) {
        let address: SceneAddress
        do throws(Problem) {
            address = try SceneAddress(route, windowLimit: room.settings.windowLimit)
        } catch {
            return refuse(opening, error)
        }
        room.registry.find(address.route) { [weak self] found in
            switch found {
            case .success(let scene): self?.open(scene, at: address, opening)
            case .failure(let error): self?.refuse(opening, Problem(error))
            }
        }
    }

    /// Opens a scene through the window of the message, which wins over the one in the route.
    private func open(_ scene: Scene, at address: SceneAddress, _ opening: Opening) {
        guard mayWatch(scene) else { return refuse(opening, .tooManyScenes(room.settings.scenesPerSocket)) }
        let isInMessage = opening.count != nil || opening.place != .start(0)
        let rows = min(max(1, opening.count ?? address.count), room.settings.windowLimit)
        let view = scene.view(at: isInMessage ? opening.place : address.place, count: rows)
        view.whenCurrent(patience: room.settings.patience) { [weak self] in self?.begin(view, of: scene, opening) }
    }

    /// Whether another scene would not be one too many; one that is watched already may be opened again.
    private func mayWatch(_ scene: Scene) -> Bool {
        watches.count < room.settings.scenesPerSocket || watches.contains { $0.scene === scene }
    }

    /// Gives the client the present state and has it told of every later one: one step, nothing falls between.
    private func begin(_ view: View, of scene: Scene, _ opening: Opening) {
        guard connection.phase == .open else { return }
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: opening.since) else {
            return refuse(opening, Problem(unavailable: view))
        }
        // Others may have been opened while this one was read.
        guard mayWatch(scene) else { return refuse(opening, .tooManyScenes(room.settings.scenesPerSocket)) }
        unwatch(scene.screen.number)
        say(Self.message(catchUp, ref: opening.ref, scene: scene.screen.number))
        let audience = room.audience(of: view)
        audience.add(self)
        watches.append(Watch(scene: scene, audience: audience))
    }

    private func refuse(_ opening: Opening, _ problem: Problem) {
        say(ServerMessage.error(MessageError(ref: opening.ref, code: problem.code, message: problem.message)))
    }

    private static func message(_ catchUp: CatchUp, ref: JSON?, scene: Int) -> [UInt8] {
        switch catchUp {
        case .current(let state): ServerMessage.current(ref: ref, scene: scene, digest: state.digest)
        case .patch(let from, let patch, let state):
            ServerMessage.patch(ref: ref, scene: scene, from: from, to: state.digest, patch: patch)
        case .snapshot(let state):
            ServerMessage.snapshot(ref: ref, scene: scene, digest: state.digest, document: state.bytes)
        }
    }
}

extension SocketSession {
    private func move(_ scene: Int, to place: ClientMessage.Place?, count: Int?) throws(MessageError) {
        let watch = try watch(scene, ref: nil)
        let old = watch.audience.view.window
        let rows = min(max(1, count ?? old.count), room.settings.windowLimit)
        let view = watch.scene.view(at: place ?? .start(old.start), count: rows)
        guard let index = watches.firstIndex(where: { $0.number == scene }) else { return }
        watches[index].moves += 1
        let moves = watches[index].moves
        view.whenCurrent(patience: room.settings.patience) { [weak self] in
            self?.arrive(at: view, scene: scene, moves: moves)
        }
    }

    /// Takes the client from the view it holds to the one it asked for, unless it has asked for another since.
    private func arrive(at view: View, scene: Int, moves: Int) {
        guard let index = watches.firstIndex(where: { $0.number == scene }), watches[index].moves == moves,
            view.screen.endCode == nil
        else { return }
        guard let state = view.state else {
            return view.whenCurrent(patience: room.settings.patience) { [weak self] in
                self?.arrive(at: view, scene: scene, moves: moves)
            }
        }
        let old = watches[index].audience
        guard old.view !== view else { return }
        let audience = room.audience(of: view)
        audience.add(self)
        watches[index].audience = audience
        defer { old.remove(self) }
        guard watches[index].heldBack == nil else { return }
        if let from = old.view.state, from.digest != state.digest, let patch = view.patch(from: from) {
            say(ServerMessage.patch(scene: scene, from: from.digest, to: state.digest, patch: patch))
        }
    }

    private func run(_ invocation: Invocation, on scene: Scene, ref: JSON?, key: String?) {
        Task { @SceneActor [weak self, runner = room.runner] in
            do throws(Problem) {
                let outcome = try await runner.run(invocation, on: scene, key: key)
                self?.say(ServerMessage.reply(ref: ref, result: outcome.result))
                if let navigation = outcome.navigation { self?.say(ServerMessage.navigate(navigation)) }
            } catch {
                self?.say(ServerMessage.reply(ref: ref, error: error.error))
            }
        }
    }

    private func watch(_ scene: Int, ref: JSON?) throws(MessageError) -> Watch {
        guard let watch = watches.first(where: { $0.number == scene }) else {
            throw MessageError(ref: ref, code: "unknown-scene", message: "This socket does not watch scene \(scene).")
        }
        return watch
    }

    private func unwatch(_ scene: Int) {
        guard let index = watches.firstIndex(where: { $0.number == scene }) else { return }
        watches.remove(at: index).audience.remove(self)
    }
}

extension SocketSession {
    /// Sends an update, or leaves it out for a client that does not read: it gets one step later instead of many.
    func deliver(_ frame: SharedBytes, of audience: SocketAudience, from state: Digest) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return
        }
        if room.sockets.queuedBytes(id) > room.settings.queueLimit {
            watches[index].heldBack = state
        } else {
            room.sockets.send(id, frame)
        }
    }

    func socketDrained(_ id: SocketID) {
        for index in watches.indices {
            guard let held = watches[index].heldBack else { continue }
            watches[index].heldBack = nil
            guard let catchUp = watches[index].audience.view.catchUp(since: held) else { continue }
            if case .current = catchUp { continue }
            say(Self.message(catchUp, ref: nil, scene: watches[index].number))
        }
    }

    /// Tells the client that a scene it watches has ended.
    func end(_ audience: SocketAudience, with frame: SharedBytes) {
        watches.removeAll { $0.audience === audience }
        room.sockets.send(id, frame)
    }

    private func say(_ message: [UInt8]) {
        guard connection.phase == .open else { return }
        send(FrameWriter.frame(.text, message))
    }

    private func send(_ frame: [UInt8]) {
        room.sockets.send(id, SharedBytes(frame))
    }
}
