import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import Wire

/// The scenes that a socket watches: opens them, moves their windows, and brings the client up to date.
@SceneActor final class SocketScenes: AudienceMember {
    /// The options of an `open` message.
    struct Opening {
        let ref: JSON?
        let position: WindowPosition
        let count: Int?
        let since: Digest?
        /// The path of the route, for the log.
        var path = ""
    }

    /// A scene that the socket watches.
    private struct Watch {
        let scene: Scene
        let hold: SceneHold
        var audience: SocketAudience
        /// The state of the client, if it has stopped reading and updates were skipped.
        var heldBack: HeldState?
        /// The number of windows that the client has requested. Only the last request counts.
        var moves = 0

        @SceneActor var number: Int { scene.screen.number }

        @SceneActor func end(for member: any AudienceMember) {
            audience.remove(member)
            hold.release()
        }
    }

    let room: SocketRoom
    /// The client. It may sign in after the handshake.
    var visitor: SessionTicket
    private let channel: SocketChannel
    private var watches: [Watch] = []

    init(_ room: SocketRoom, _ visitor: SessionTicket, _ channel: SocketChannel) {
        (self.room, self.visitor, self.channel) = (room, visitor, channel)
    }

    /// The number of watched scenes.
    var count: Int { watches.count }

    private var context: ServerContext { room.context }

    /// Returns a watched scene by its number.
    func scene(_ number: Int, ref: JSON?, isCommand: Bool = false) throws(MessageError) -> Scene {
        if let watch = watches.first(where: { $0.number == number }) { return watch.scene }
        var error = MessageError(
            ref: ref, code: "unknown-scene", message: "This socket does not watch scene \(number).")
        error.isOfCommand = isCommand
        throw error
    }

    func close(_ scene: Int) {
        guard let index = index(of: scene) else { return }
        watches.remove(at: index).end(for: self)
    }

    /// Leaves the scenes that the client may not watch any more. The client may open them again, as its rights are now.
    func followRights() {
        for watch in watches where !room.registry.mayWatch(watch.scene.screen, visitor.principal) {
            close(watch.number)
            channel.say(ServerMessage.gone(scene: watch.number, code: "rights"))
        }
    }

    func closeAll() {
        for watch in watches { watch.end(for: self) }
        watches = []
    }

    private func index(of scene: Int) -> Int? { watches.firstIndex { $0.number == scene } }
}

// Opening a scene.

extension SocketScenes {
    func open(_ route: String, _ opening: Opening) {
        channel.recordRequest()
        let address: SceneAddress
        do throws(Problem) {
            address = try SceneAddress(route, windowLimit: context.settings.windowLimit)
        } catch {
            return refuse(opening, error)
        }
        if visitor.identity?.isLooking == true, address.route.segments.first == "-" {
            return refuse(opening, .looking)
        }
        var opening = opening
        opening.path = Route(address.route.segments).description
        context.auditLook(at: address.route, by: visitor)
        room.registry.find(address.route, for: visitor) { [weak self, opening] found in
            switch found {
            case .success(let scene): self?.open(scene, at: address, opening)
            case .failure(let error): self?.refuse(opening, Problem(error))
            }
        }
    }

    /// Opens a scene with the window in the message, which takes precedence over the window in the route.
    private func open(_ scene: Scene, at address: SceneAddress, _ opening: Opening) {
        guard mayWatch(scene) else { return refuse(opening, .tooManyScenes(context.settings.scenesPerSocket)) }
        let isInMessage = opening.count != nil || opening.position != .start(0)
        let rows = min(max(1, opening.count ?? address.count), context.settings.windowLimit)
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: isInMessage ? opening.position : address.position, count: rows)
        view.whenCurrent(patience: context.settings.patience, isCounted: false) { [weak self] in
            guard let self else { return hold.release() }
            context.verify(visitor.identity) { problem in
                if let problem { self.refuse(opening, problem) }
                if problem != nil || !self.begin(view, of: scene, hold, opening) { hold.release() }
            }
        }
    }

    /// Whether the socket may watch another scene. A watched scene may be opened again.
    private func mayWatch(_ scene: Scene) -> Bool {
        watches.count < context.settings.scenesPerSocket || watches.contains { $0.scene === scene }
    }

    /// Sends the current state to the client and subscribes it to every later one. Both happen in one step, so that no
    /// state is lost between them.
    ///
    /// - Returns: Whether the socket watches the scene now.
    private func begin(_ view: View, of scene: Scene, _ hold: SceneHold, _ opening: Opening) -> Bool {
        guard channel.isOpen else { return false }
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: opening.since) else {
            refuse(opening, Problem(unavailable: view))
            return false
        }
        // Others may have been opened while this one was read.
        guard mayWatch(scene) else {
            refuse(opening, .tooManyScenes(context.settings.scenesPerSocket))
            return false
        }
        guard room.registry.mayWatch(scene.screen, visitor.principal) else {
            refuse(opening, .rightsChanged)
            return false
        }
        if let shortage = view.bill(visitor.share) {
            refuse(opening, .noRoom(shortage))
            return false
        }
        close(scene.screen.number)
        if opening.since != nil { context.meters.record(Meters.Resume(catchUp), at: .socket) }
        channel.say(catchUp, ref: opening.ref, scene: scene.screen.number)
        let audience = room.audience(of: view)
        audience.add(self)
        watches.append(Watch(scene: scene, hold: hold, audience: audience))
        channel.recordAnswer()
        return true
    }

    private func refuse(_ opening: Opening, _ problem: Problem) {
        context.record(problem.placed(opening.path.isEmpty ? [:] : ["path": opening.path]))
        if opening.since != nil, problem.status == 404 { context.meters.record(.gone, at: .socket) }
        channel.say(ServerMessage.error(MessageError(ref: opening.ref, code: problem.code, message: problem.message)))
        channel.recordAnswer()
    }
}

// Moving the window of a scene.

extension SocketScenes {
    func move(_ scene: Int, to position: WindowPosition?, count: Int?, ref: JSON?) throws(MessageError) {
        _ = try self.scene(scene, ref: ref)
        guard let index = index(of: scene) else { return }
        let old = watches[index].audience.view.window
        let rows = min(max(1, count ?? old.count), context.settings.windowLimit)
        let view = watches[index].scene.view(at: position ?? .start(old.start), count: rows)
        channel.recordRequest()
        watches[index].moves += 1
        let moves = watches[index].moves
        view.whenReady(patience: context.settings.patience) { [weak self] in
            self?.arrive(at: view, scene: scene, moves: moves, ref: ref)
        }
    }

    /// Brings the client from the view it has to the requested one, unless it has requested another one since. Without
    /// room for that view the client keeps the old one.
    private func arrive(at view: View, scene: Int, moves: Int, ref: JSON?) {
        guard let index = index(of: scene), watches[index].moves == moves, view.screen.endCode == nil
        else { return channel.recordAnswer() }
        guard let state = view.state else {
            return view.whenReady(patience: context.settings.patience) { [weak self] in
                self?.arrive(at: view, scene: scene, moves: moves, ref: ref)
            }
        }
        channel.recordAnswer()
        let old = watches[index].audience
        guard old.view !== view else { return }
        if let shortage = view.bill(visitor.share) {
            let error = room.noRoom(shortage, ref: ref)
            context.meters.record(error.code)
            return channel.say(ServerMessage.error(error))
        }
        let audience = room.audience(of: view)
        audience.add(self)
        watches[index].audience = audience
        defer { old.remove(self) }
        guard watches[index].heldBack == nil else { return }
        guard context.isVerified else { return old.view.state.map { hold(at: index, from: $0) } ?? () }
        if let from = old.view.state, from.digest != state.digest, let patch = view.patch(from: from) {
            channel.say(ServerMessage.patch(scene: scene, from: from.digest, to: state.digest, patch: patch))
        }
    }
}

// Updates of watched scenes.

extension SocketScenes {
    var id: SocketID { channel.id }
    var windowBits: Int? { channel.windowBits }

    /// Sends an update. Skips it for a client that does not read, which later gets one patch in place of many.
    func deliver(_ message: SharedMessage, of audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return context.meters.skipped += 1
        }
        if channel.hasFullQueue {
            watches[index].heldBack = HeldState(state, in: context.memory)
            context.meters.skipped += 1
        } else {
            channel.send(message)
        }
    }

    func hold(_ audience: SocketAudience, from state: ViewState) {
        guard let index = watches.firstIndex(where: { $0.audience === audience }), watches[index].heldBack == nil else {
            return
        }
        hold(at: index, from: state)
    }

    /// Skips the updates of a watch from `state` on, until the sessions are current.
    private func hold(at index: Int, from state: ViewState) {
        watches[index].heldBack = HeldState(state, in: context.memory)
        catchUpWhenVerified()
    }

    private func catchUpWhenVerified() {
        context.whenVerified { [weak self] in
            guard let self, !channel.hasFullQueue else { return }
            catchUp()
        }
    }

    /// Sends the updates that were skipped while the client did not read, or while it was not known whether its session
    /// had ended.
    func catchUp() {
        guard context.isVerified else {
            if watches.contains(where: { $0.heldBack != nil }) { catchUpWhenVerified() }
            return
        }
        for index in watches.indices {
            guard let held = watches[index].heldBack else { continue }
            watches[index].heldBack = nil
            guard let catchUp = held.catchUp(to: watches[index].audience.view) else { continue }
            if case .current = catchUp { continue }
            context.meters.steps += 1
            channel.say(catchUp, ref: nil, scene: watches[index].number)
        }
    }

    /// Holds a delivery until the client confirms it, unless the client skips states.
    func hold(_ delivery: Delivery, of audience: SocketAudience) {
        guard watches.contains(where: { $0.audience === audience && $0.heldBack == nil }) else { return }
        channel.hold(delivery)
    }

    func send(_ message: SharedMessage) { channel.send(message) }

    /// Sends the last message of a watched scene that has ended.
    func end(_ audience: SocketAudience, with message: SharedMessage) {
        watches.removeAll { $0.audience === audience }
        channel.send(message)
    }
}
