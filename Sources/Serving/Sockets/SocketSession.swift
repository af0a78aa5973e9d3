import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// One socket: the scenes it watches, and its conversation (protocol, section 5).
@SceneActor final class SocketSession: SocketHandler {
    var id = SocketID.none
    /// Held until the socket is closed, which may be after the service has ended.
    private let door: SocketDoor
    private var connection: WebSocketConnection
    private var watches: [Watch] = []
    private var silence = 0

    /// A scene that the socket watches.
    private struct Watch {
        var audience: SocketAudience
        /// The state that the client has, if updates were left out since because it does not read.
        var heldBack: Digest?
        /// How many times the client has asked for another window: only the last answer counts.
        var moves = 0

        @SceneActor var scene: Int { audience.view.scene.number }
    }

    init(door: SocketDoor) {
        self.door = door
        connection = WebSocketConnection(
            role: .server, limits: MessageLimits(maxMessageBytes: door.settings.messageLimit))
    }

    func close(_ code: CloseCode, reason: String) {
        guard let frame = connection.close(code, reason: reason) else { return }
        send(frame)
        door.sockets.close(id, afterFlush: true)
    }

    /// Sends a ping to a peer that has been silent, and gives one up that has not answered the last two.
    func checkAlive(ping: SharedBytes) {
        silence += 1
        if silence > 2 { door.sockets.close(id, afterFlush: false) } else { door.sockets.send(id, ping) }
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
                door.sockets.close(id, afterFlush: true)
            }
        }
    }

    func socketClosed(_ id: SocketID) {
        for watch in watches { watch.audience.remove(self) }
        watches = []
        door.forget(self)
    }
}

extension SocketSession {
    private func receive(_ bytes: UnsafeRawBufferPointer) {
        do throws(MessageError) {
            let options = JSON.ParsingOptions(depthLimit: door.settings.depthLimit)
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
            try open(ref: ref, route: route, place: place, count: count, since: since.flatMap { Digest($0) })
        case .window(let scene, let place, let count): try move(scene, to: place, count: count)
        case .command(let ref, let scene, let invocation, let key):
            run(invocation, on: try watch(scene, ref: ref).audience.view.scene, ref: ref, key: key)
        case .input(let scene, _):
            _ = try watch(scene, ref: nil)
            throw MessageError(code: "no-inputs", message: "This scene takes no inputs: they are in its route.")
        }
    }

    private func open(
        ref: JSON?, route text: String, place: ClientMessage.Place, count: Int?, since: Digest?
    ) throws(MessageError) {
        let view: View
        do throws(Problem) {
            let address = try SceneAddress(text, windowLimit: door.settings.windowLimit)
            view = try self.view(address, place: place, count: count)
        } catch {
            throw MessageError(ref: ref, code: error.code, message: error.message)
        }
        try checkLimit(view, ref: ref)
        view.whenCurrent(patience: door.settings.patience) { [weak self] in
            self?.begin(view, ref: ref, since: since)
        }
    }

    /// Another scene must not be one too many; one that is watched already may be opened again.
    private func checkLimit(_ view: View, ref: JSON?) throws(MessageError) {
        let limit = door.settings.scenesPerSocket
        guard watches.count >= limit, !watches.contains(where: { $0.scene == view.scene.number }) else { return }
        throw MessageError(ref: ref, code: "too-many-scenes", message: "A socket watches at most \(limit) scenes.")
    }

    /// The view that an `open` message means: its own `window` wins over one in the route.
    private func view(_ address: SceneAddress, place: ClientMessage.Place, count: Int?) throws(Problem) -> View {
        let isInMessage = count != nil || place != .start(0)
        let rows = min(max(1, count ?? address.count), door.settings.windowLimit)
        do {
            return try door.registry.scene(for: address.route).view(
                at: isInMessage ? place : address.place, count: rows)
        } catch {
            throw Problem(error)
        }
    }

    /// Gives the client the present state and has it told of every later one: one step, nothing falls between.
    private func begin(_ view: View, ref: JSON?, since: Digest?) {
        guard connection.phase == .open else { return }
        guard view.scene.endCode == nil, let catchUp = view.catchUp(since: since) else {
            let problem = Problem(unavailable: view)
            return say(ServerMessage.error(MessageError(ref: ref, code: problem.code, message: problem.message)))
        }
        do throws(MessageError) {
            try checkLimit(view, ref: ref)  // others may have been opened while this one was read
        } catch {
            return say(ServerMessage.error(error))
        }
        unwatch(view.scene.number)
        say(Self.message(catchUp, ref: ref, scene: view.scene.number))
        let audience = door.audience(of: view)
        audience.add(self)
        watches.append(Watch(audience: audience))
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
        let old = try watch(scene, ref: nil).audience.view
        let rows = min(max(1, count ?? old.window.count), door.settings.windowLimit)
        let view = old.scene.view(at: place ?? .start(old.window.start), count: rows)
        guard let index = watches.firstIndex(where: { $0.scene == scene }) else { return }
        watches[index].moves += 1
        let moves = watches[index].moves
        view.whenCurrent(patience: door.settings.patience) { [weak self] in
            self?.arrive(at: view, scene: scene, moves: moves)
        }
    }

    /// Takes the client from the view it holds to the one it asked for, unless it has asked for another since.
    private func arrive(at view: View, scene: Int, moves: Int) {
        guard let index = watches.firstIndex(where: { $0.scene == scene }), watches[index].moves == moves,
            view.scene.endCode == nil
        else { return }
        guard let state = view.state else {
            return view.whenCurrent(patience: door.settings.patience) { [weak self] in
                self?.arrive(at: view, scene: scene, moves: moves)
            }
        }
        let old = watches[index].audience
        guard old.view !== view else { return }
        let audience = door.audience(of: view)
        audience.add(self)
        watches[index].audience = audience
        defer { old.remove(self) }
        guard watches[index].heldBack == nil else { return }
        if let from = old.view.state, from.digest != state.digest, let patch = view.patch(from: from) {
            say(ServerMessage.patch(scene: scene, from: from.digest, to: state.digest, patch: patch))
        }
    }

    private func run(_ invocation: Invocation, on scene: Scene, ref: JSON?, key: String?) {
        Task { @SceneActor [weak self, runner = door.runner] in
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
        guard let watch = watches.first(where: { $0.scene == scene }) else {
            throw MessageError(ref: ref, code: "unknown-scene", message: "This socket does not watch scene \(scene).")
        }
        return watch
    }

    private func unwatch(_ scene: Int) {
        guard let index = watches.firstIndex(where: { $0.scene == scene }) else { return }
        watches.remove(at: index).audience.remove(self)
    }
}

extension SocketSession {
    /// Sends an update, or leaves it out for a client that does not read: it gets one step later instead of many.
    func deliver(_ frame: SharedBytes, of audience: SocketAudience, from state: Digest) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return
        }
        if door.sockets.queuedBytes(id) > door.settings.queueLimit {
            watches[index].heldBack = state
        } else {
            door.sockets.send(id, frame)
        }
    }

    func socketDrained(_ id: SocketID) {
        for index in watches.indices {
            guard let held = watches[index].heldBack else { continue }
            watches[index].heldBack = nil
            guard let catchUp = watches[index].audience.view.catchUp(since: held) else { continue }
            if case .current = catchUp { continue }
            say(Self.message(catchUp, ref: nil, scene: watches[index].scene))
        }
    }

    /// Tells the client that a scene it watches has ended.
    func end(_ audience: SocketAudience, with frame: SharedBytes) {
        watches.removeAll { $0.audience === audience }
        door.sockets.send(id, frame)
    }

    private func say(_ message: [UInt8]) {
        guard connection.phase == .open else { return }
        send(FrameWriter.frame(.text, message))
    }

    private func send(_ frame: [UInt8]) {
        door.sockets.send(id, SharedBytes(frame))
    }
}
