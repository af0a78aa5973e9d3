import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels
import Wire

/// A socket that watches views.
@SceneActor protocol AudienceMember: AnyObject {
    /// The id of the socket.
    var id: SocketID { get }
    /// The window of its compressed messages; nil without compression.
    var windowBits: Int? { get }
    /// Sends an update of the view, from `state` on, to a client that already has bytes queued.
    func deliver(_ message: SharedMessage, of audience: SocketAudience, from state: ViewState)
    /// Skips the updates of the view from `state` on, until the sessions are current.
    func hold(_ audience: SocketAudience, from state: ViewState)
    /// Sends a message that is not a state of the view.
    func send(_ message: SharedMessage)
    /// Sends the last message, because the scene has ended. No message follows.
    func end(_ audience: SocketAudience, with message: SharedMessage)
}

/// The sockets that watch one view. Each update becomes one message, which is sent to all of them.
///
/// Nearly every socket has nothing queued, and then needs only its id: the member is not called, and no reference count
/// changes except the message's.
@SceneActor final class SocketAudience: ViewObserver {
    private struct Place {
        let id: SocketID
        let member: any AudienceMember
        let windowBits: UInt8?
    }

    let view: View
    private let sockets: Sockets
    private let service: Service
    private let onEmpty: (View) -> Void
    private var look: ContinuousClock.Instant?  // the read that found the last update
    @exclusivity(unchecked) private var places: [Place] = []
    private var isHeld = false  // whether updates wait until it is known whose sessions have ended

    init(_ view: View, at sockets: Sockets, service: Service, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.sockets = sockets
        self.service = service
        self.onEmpty = onEmpty
        look = view.screen.viewModel.readAt
        view.add(self)
    }

    func add(_ member: any AudienceMember) {
        places.append(Place(id: member.id, member: member, windowBits: member.windowBits.map { UInt8($0) }))
    }

    /// Removes a member. O(viewers), about a nanosecond each, because all viewers may leave at once.
    func remove(_ member: any AudienceMember) {
        guard let index = place(of: member.id) else { return }
        places.swapAt(index, places.count - 1)
        places.removeLast()
        guard places.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }

    /// A loop, because a closure isolated to the loop would check its isolation at each call.
    private func place(of id: SocketID) -> Int? {
        for index in places.indices where places[index].id == id { return index }
        return nil
    }

    var viewerCount: Int { places.count }

    /// Holds an update back until the sessions are current. Clients then get one patch in place of many.
    private func hold(_ update: Update) {
        for place in places { place.member.hold(self, from: update.former) }
        guard !isHeld else { return }
        isHeld = true
        service.whenVerified { [weak self] in self?.isHeld = false }
    }

    func viewDidUpdate(_ update: Update) {
        guard !isHeld, service.isVerified else { return hold(update) }
        let patch = ServerMessage.patch(
            scene: view.screen.number, from: update.from, to: update.to, patch: update.patch)
        let now = view.screen.viewModel.readAt
        service.meters.notePatch(.socket, viewers: places.count, since: now == look ? nil : now)
        look = now
        let message = SharedMessage(patch, service.compressor)
        var (windowBits, frame) = (UInt8?.none, message.frame(within: nil))
        for index in places.indices {
            if places[index].windowBits != windowBits {  // nearly all have the same window
                windowBits = places[index].windowBits
                frame = message.frame(within: windowBits.map { Int($0) })
            }
            if sockets.sendIfIdle(places[index].id, frame) { continue }
            places[index].member.deliver(message, of: self, from: update.former)
        }
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let message = SharedMessage(ServerMessage.navigate(navigation, from: view.screen.number), service.compressor)
        for place in places { place.member.send(message) }
    }

    func viewDidEnd(code: String) {
        let message = SharedMessage(ServerMessage.gone(scene: view.screen.number, code: code), service.compressor)
        for place in places { place.member.end(self, with: message) }
        places = []
        onEmpty(view)
    }
}
