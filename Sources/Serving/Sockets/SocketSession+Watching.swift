import JSON
import Loop
import Scenes
import Wire

// The scenes that a socket watches.

extension SocketSession {
    /// A scene that the socket watches.
    struct Watch {
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

    func watch(_ scene: Int, ref: JSON?, isCommand: Bool = false) throws(MessageError) -> Watch {
        if let watch = watches.first(where: { $0.number == scene }) { return watch }
        var error = MessageError(
            ref: ref, code: "unknown-scene", message: "This socket does not watch scene \(scene).")
        error.isOfCommand = isCommand
        throw error
    }

    /// Leaves the scenes that the client may not watch any more. The client may open them again, as its rights are now.
    func followRights() {
        for watch in watches where !room.registry.mayWatch(watch.scene.screen, visitor.principal) {
            unwatch(watch.number)
            say(ServerMessage.gone(scene: watch.number, code: "rights"))
        }
    }

    func unwatch(_ scene: Int) {
        guard let index = watches.firstIndex(where: { $0.number == scene }) else { return }
        watches.remove(at: index).end(for: self)
    }
}
