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
    /// Holds a delivery until the client has received what was sent before.
    func hold(_ delivery: Delivery, of audience: SocketAudience)
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
    private struct Entry {
        let id: SocketID
        let member: any AudienceMember
        let windowBits: UInt8?
    }

    let view: View
    private let sockets: Sockets
    private let context: ServerContext
    private let onEmpty: (View) -> Void
    private var look: ContinuousClock.Instant?  // the read that found the last update
    @exclusivity(unchecked) private var entries: [Entry] = []
    private var isHeld = false  // whether updates wait until it is known whose sessions have ended

    init(_ view: View, at sockets: Sockets, context: ServerContext, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.sockets = sockets
        self.context = context
        self.onEmpty = onEmpty
        look = view.screen.viewModel.readAt
        view.add(self)
    }

    func add(_ member: any AudienceMember) {
        entries.append(Entry(id: member.id, member: member, windowBits: member.windowBits.map { UInt8($0) }))
    }

    /// Removes a member. O(viewers), about a nanosecond each, because all viewers may leave at once.
    func remove(_ member: any AudienceMember) {
        guard let index = index(of: member.id) else { return }
        entries.swapAt(index, entries.count - 1)
        entries.removeLast()
        guard entries.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }

    /// A loop, because a closure isolated to the loop would check its isolation at each call.
    private func index(of id: SocketID) -> Int? {
        for index in entries.indices where entries[index].id == id { return index }
        return nil
    }

    var viewerCount: Int { entries.count }

    /// Holds an update back until the sessions are current. Clients then get one patch in place of many.
    private func hold(_ update: Update) {
        for entry in entries { entry.member.hold(self, from: update.former) }
        guard !isHeld else { return }
        isHeld = true
        context.whenVerified { [weak self] in self?.isHeld = false }
    }

    func viewDidUpdate(_ update: Update) {
        guard !isHeld, context.isVerified else { return hold(update) }
        let patch = ServerMessage.patch(
            scene: view.screen.number, from: update.from, to: update.to, patch: update.patch)
        let now = view.screen.viewModel.readAt
        context.meters.recordPatch(.socket, viewers: entries.count, since: now == look ? nil : now)
        look = now
        let message = SharedMessage(patch, context.compressor)
        var (windowBits, frame) = (UInt8?.none, message.frame(within: nil))
        for index in entries.indices {
            if entries[index].windowBits != windowBits {  // nearly all have the same window
                windowBits = entries[index].windowBits
                frame = message.frame(within: windowBits.map { Int($0) })
            }
            if sockets.sendIfIdle(entries[index].id, frame) { continue }
            entries[index].member.deliver(message, of: self, from: update.former)
        }
    }

    func viewAwaits(_ delivery: Delivery) {
        context.whenVerified { [weak self] in
            guard let self else { return }
            for entry in entries { entry.member.hold(delivery, of: self) }
        }
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let message = SharedMessage(ServerMessage.navigate(navigation, from: view.screen.number), context.compressor)
        for entry in entries { entry.member.send(message) }
    }

    func viewDidEnd(code: String) {
        let message = SharedMessage(ServerMessage.gone(scene: view.screen.number, code: code), context.compressor)
        for entry in entries { entry.member.end(self, with: message) }
        entries = []
        onEmpty(view)
    }
}
