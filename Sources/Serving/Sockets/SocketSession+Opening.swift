import JSON
import Loop
import Scenes
import WebSockets
import Wire

// Opening a scene on a socket.

extension SocketSession {
    func open(_ route: String, _ opening: Opening) {
        noteRequest()
        let address: SceneAddress
        do throws(Problem) {
            address = try SceneAddress(route, windowLimit: room.service.settings.windowLimit)
        } catch {
            return refuse(opening, error)
        }
        room.registry.find(address.route, for: visitor) { [weak self] found in
            switch found {
            case .success(let scene): self?.open(scene, at: address, opening)
            case .failure(let error): self?.refuse(opening, Problem(error))
            }
        }
    }

    /// Opens a scene with the window in the message, which takes precedence over the window in the route.
    private func open(_ scene: Scene, at address: SceneAddress, _ opening: Opening) {
        guard mayWatch(scene) else { return refuse(opening, .tooManyScenes(room.service.settings.scenesPerSocket)) }
        let isInMessage = opening.count != nil || opening.place != .start(0)
        let rows = min(max(1, opening.count ?? address.count), room.service.settings.windowLimit)
        let hold = scene.hold(for: visitor)
        let view = scene.view(at: isInMessage ? opening.place : address.place, count: rows)
        view.whenCurrent(patience: room.service.settings.patience, isCounted: false) { [weak self] in
            if self?.begin(view, of: scene, hold, opening) != true { hold.release() }
        }
    }

    /// Whether the socket may watch another scene. A watched scene may be opened again.
    private func mayWatch(_ scene: Scene) -> Bool {
        watches.count < room.service.settings.scenesPerSocket || watches.contains { $0.scene === scene }
    }

    /// Sends the current state to the client and subscribes it to every later one. Both happen in one step, so that no
    /// state is lost between them.
    ///
    /// - Returns: Whether the socket watches the scene now.
    private func begin(_ view: View, of scene: Scene, _ hold: SceneHold, _ opening: Opening) -> Bool {
        guard connection.phase == .open else { return false }
        guard view.screen.endCode == nil, let catchUp = view.catchUp(since: opening.since) else {
            refuse(opening, Problem(unavailable: view))
            return false
        }
        // Others may have been opened while this one was read.
        guard mayWatch(scene) else {
            refuse(opening, .tooManyScenes(room.service.settings.scenesPerSocket))
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
        unwatch(scene.screen.number)
        if opening.since != nil { room.service.meters.note(Meters.Resume(catchUp), at: .socket) }
        say(catchUp, ref: opening.ref, scene: scene.screen.number)
        let audience = room.audience(of: view)
        audience.add(self)
        watches.append(Watch(scene: scene, hold: hold, audience: audience))
        noteAnswer()
        return true
    }

    private func refuse(_ opening: Opening, _ problem: Problem) {
        room.service.note(problem)
        if opening.since != nil, problem.status == 404 { room.service.meters.note(.gone, at: .socket) }
        say(ServerMessage.error(MessageError(ref: opening.ref, code: problem.code, message: problem.message)))
        noteAnswer()
    }
}
