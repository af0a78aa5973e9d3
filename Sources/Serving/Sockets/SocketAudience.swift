import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import WebSockets
import Wire

/// A socket that watches views.
@SceneActor protocol AudienceMember: AnyObject {
    /// Sends an update of the view, made a frame, that leads on from `state`.
    func deliver(_ frame: SharedBytes, of audience: SocketAudience, from state: Digest)
    /// Sends a message that is none of the view's states.
    func send(_ frame: SharedBytes)
    /// Tells that the scene has ended, with the last frame; nothing follows.
    func end(_ audience: SocketAudience, with frame: SharedBytes)
}

/// The sockets that watch one view: each update is made a frame once, and the frame is sent to all of them.
@SceneActor final class SocketAudience: ViewObserver {
    let view: View
    private let onEmpty: (View) -> Void
    private var members: [any AudienceMember] = []

    init(_ view: View, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.onEmpty = onEmpty
        view.add(self)
    }

    func add(_ member: any AudienceMember) {
        members.append(member)
    }

    func remove(_ member: any AudienceMember) {
        guard let place = members.firstIndex(where: { $0 === member }) else { return }
        members.swapAt(place, members.count - 1)
        members.removeLast()
        guard members.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }

    var viewerCount: Int { members.count }

    func viewDidUpdate(_ update: Update) {
        let message = ServerMessage.patch(
            scene: view.screen.number, from: update.from, to: update.to, patch: update.patch)
        let frame = SharedBytes(FrameWriter.frame(.text, message))
        for member in members { member.deliver(frame, of: self, from: update.from) }
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let frame = SharedBytes(
            FrameWriter.frame(.text, ServerMessage.navigate(navigation, from: view.screen.number)))
        for member in members { member.send(frame) }
    }

    func viewDidEnd(code: String) {
        let frame = SharedBytes(FrameWriter.frame(.text, ServerMessage.gone(scene: view.screen.number, code: code)))
        for member in members { member.end(self, with: frame) }
        members = []
        onEmpty(view)
    }
}
