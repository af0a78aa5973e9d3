import JSON
import Loop
import Scenes
import ViewModels
import Wire

/// A socket that watches views.
@SceneActor protocol AudienceMember: AnyObject {
    /// Sends an update of the view that leads on from `state`.
    func deliver(_ message: SharedMessage, of audience: SocketAudience, from state: ViewState)
    /// Sends a message that is none of the view's states.
    func send(_ message: SharedMessage)
    /// Tells that the scene has ended, with the last message; nothing follows.
    func end(_ audience: SocketAudience, with message: SharedMessage)
}

/// The sockets that watch one view: each update is made a message once, and sent to all of them.
@SceneActor final class SocketAudience: ViewObserver {
    let view: View
    private let service: Service
    private let onEmpty: (View) -> Void
    private var look: ContinuousClock.Instant?  // that the last update comes from
    private var members: [any AudienceMember] = []

    init(_ view: View, service: Service, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.service = service
        self.onEmpty = onEmpty
        look = view.screen.viewModel.readAt
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
        let patch = ServerMessage.patch(
            scene: view.screen.number, from: update.from, to: update.to, patch: update.patch)
        let now = view.screen.viewModel.readAt
        service.meters.notePatch(.socket, viewers: members.count, since: now == look ? nil : now)
        look = now
        let message = SharedMessage(patch, service.compressor)
        for member in members { member.deliver(message, of: self, from: update.former) }
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let message = SharedMessage(ServerMessage.navigate(navigation, from: view.screen.number), service.compressor)
        for member in members { member.send(message) }
    }

    func viewDidEnd(code: String) {
        let message = SharedMessage(ServerMessage.gone(scene: view.screen.number, code: code), service.compressor)
        for member in members { member.end(self, with: message) }
        members = []
        onEmpty(view)
    }
}
