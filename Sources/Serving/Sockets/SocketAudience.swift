import HTTPServer
import JSON
import Loop
import Scenes
import WebSockets
import Wire

/// The sockets that watch one view: each update is made a frame once, and the frame is sent to all of them.
@SceneActor final class SocketAudience: ViewObserver {
    let view: View
    private let onEmpty: (View) -> Void
    private var sessions: [SocketSession] = []

    init(_ view: View, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.onEmpty = onEmpty
        view.add(self)
    }

    func add(_ session: SocketSession) {
        sessions.append(session)
    }

    func remove(_ session: SocketSession) {
        guard let place = sessions.firstIndex(where: { $0 === session }) else { return }
        sessions.swapAt(place, sessions.count - 1)
        sessions.removeLast()
        guard sessions.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }

    func view(_ view: View, did update: Update) {
        let message = ServerMessage.patch(
            scene: view.scene.number, from: update.from, to: update.to, patch: update.patch)
        let frame = SharedBytes(FrameWriter.frame(.text, message))
        for session in sessions { session.deliver(frame, of: self, from: update.from) }
    }

    func viewDidEnd(_ view: View, code: String) {
        let frame = SharedBytes(FrameWriter.frame(.text, ServerMessage.gone(scene: view.scene.number, code: code)))
        for session in sessions { session.end(self, with: frame) }
        sessions = []
        onEmpty(view)
    }
}
