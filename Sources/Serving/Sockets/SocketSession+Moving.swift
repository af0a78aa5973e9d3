import JSON
import Scenes
import Wire

// Moves of a socket's window on a scene.

extension SocketSession {
    func move(_ watch: Watch, to place: ClientMessage.Place?, count: Int?, ref: JSON?) {
        let scene = watch.number
        let old = watch.audience.view.window
        let rows = min(max(1, count ?? old.count), room.service.settings.windowLimit)
        let view = watch.scene.view(at: place ?? .start(old.start), count: rows)
        guard let index = watches.firstIndex(where: { $0.number == scene }) else { return }
        noteRequest()
        watches[index].moves += 1
        let moves = watches[index].moves
        view.whenReady(patience: room.service.settings.patience) { [weak self] in
            self?.arrive(at: view, scene: scene, moves: moves, ref: ref)
        }
    }

    /// Brings the client from the view it has to the requested one, unless it has requested another one since. Without
    /// room for that view the client keeps the old one.
    private func arrive(at view: View, scene: Int, moves: Int, ref: JSON?) {
        guard let index = watches.firstIndex(where: { $0.number == scene }), watches[index].moves == moves,
            view.screen.endCode == nil
        else { return noteAnswer() }
        guard let state = view.state else {
            return view.whenReady(patience: room.service.settings.patience) { [weak self] in
                self?.arrive(at: view, scene: scene, moves: moves, ref: ref)
            }
        }
        noteAnswer()
        let old = watches[index].audience
        guard old.view !== view else { return }
        if let shortage = view.bill(visitor.share) {
            let error = refusal(of: shortage, ref: ref)
            room.service.meters.note(error.code)
            return say(ServerMessage.error(error))
        }
        let audience = room.audience(of: view)
        audience.add(self)
        watches[index].audience = audience
        defer { old.remove(self) }
        guard watches[index].heldBack == nil else { return }
        guard room.service.isVerified else { return old.view.state.map { hold(at: index, from: $0) } ?? () }
        if let from = old.view.state, from.digest != state.digest, let patch = view.patch(from: from) {
            say(ServerMessage.patch(scene: scene, from: from.digest, to: state.digest, patch: patch))
        }
    }
}
