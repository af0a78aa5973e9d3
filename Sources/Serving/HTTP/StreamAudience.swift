import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// The event streams that watch one view.
@SceneActor final class StreamAudience: ViewObserver {
    /// A stream, and the state of its client if it has stopped reading and updates were skipped.
    private final class Member {
        let stream: HTTPStream
        let visitor: SessionTicket
        var heldBack: HeldState?

        init(_ stream: HTTPStream, of visitor: SessionTicket) {
            (self.stream, self.visitor) = (stream, visitor)
        }
    }

    private let view: View
    private let context: ServerContext
    private var look: ContinuousClock.Instant?
    private let onEmpty: (View) -> Void
    private var members: [Member] = []
    private var isHeld = false  // whether updates wait until it is known whose sessions have ended

    init(_ view: View, of context: ServerContext, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.context = context
        look = view.screen.viewModel.readAt
        self.onEmpty = onEmpty
        view.add(self)
    }

    var viewerCount: Int { members.count }
    var queuedBytes: Int { members.reduce(0) { $0 + $1.stream.queuedBytes } }

    /// Adds a stream, which ends with the identity of its client. `onEnd` is called when the stream has ended.
    func add(_ stream: HTTPStream, of visitor: SessionTicket, onEnd: @escaping () -> Void) {
        let (member, identity) = (Member(stream, of: visitor), visitor.identity)
        members.append(member)
        let listener = identity?.onEnd { [weak self, weak member] end in member.map { self?.expel($0, end) } }
        stream.onDrain = { [weak self, weak member] in member.map { self?.catchUp($0) } }
        stream.onClose = { [weak self, weak member] in
            if let listener { identity?.forget(listener) }
            onEnd()
            self?.members.removeAll { $0 === member }
            self?.endIfEmpty()
        }
    }

    /// Sends bytes to every stream with nothing queued; the others are receiving data anyway. Ends a stream whose
    /// client's system has acknowledged nothing for longer than `patience`.
    func keepAlive(_ bytes: SharedBytes, patience: Duration) {
        for stream in members.map(\.stream) where !stream.endIfLost(for: patience) && stream.queuedBytes == 0 {
            stream.write(bytes)
        }
    }

    /// Ends the stream of a client that is no longer signed in. What waits is dropped.
    private func expel(_ member: Member, _ end: Identity.End) {
        members.removeAll { $0 === member }
        member.heldBack = nil
        member.stream.cut(saying: Self.gone(end == .changed ? "rights" : end.rawValue))
    }

    /// Closes every stream and sends each a random time for its reconnection, because an `EventSource` does not choose
    /// one itself. The time is never zero, because another process may have to start first.
    func dismiss(within spread: Duration) {
        for stream in members.map(\.stream) {
            let wait = Int.random(in: spread.milliseconds / 4...max(1, spread.milliseconds))
            stream.write(SharedBytes(Array("retry: \(wait)\n\n".utf8)))
            stream.close()
        }
    }

    /// Sends an update. Skips it for a stream that does not read, which later gets one patch in place of many.
    func viewDidUpdate(_ update: Update) {
        let now = view.screen.viewModel.readAt
        context.meters.recordPatch(.stream, viewers: members.count, since: now == look ? nil : now)
        look = now
        guard !isHeld, context.isVerified else { return hold(update) }
        let bytes = ServerEvent.bytes(event: "patch", id: update.to, data: update.patch)
        for member in members {
            let stream = member.stream
            if member.heldBack != nil {
                context.meters.skipped += 1
            } else if !context.mayQueue(behind: stream.queuedBytes, isCrowded: stream.isCrowded) {
                member.heldBack = HeldState(update.former, in: context.memory)
                context.meters.skipped += 1
            } else {
                stream.write(bytes)
            }
        }
    }

    /// Holds an update back until the sessions are current. Clients then get one patch in place of many.
    private func hold(_ update: Update) {
        for member in members where member.heldBack == nil {
            member.heldBack = HeldState(update.former, in: context.memory)
        }
        guard !isHeld else { return }
        isHeld = true
        context.whenVerified { [weak self] in
            guard let self else { return }
            isHeld = false
            for member in members where member.stream.queuedBytes == 0 { catchUp(member) }
        }
    }

    private func catchUp(_ member: Member) {
        guard !isHeld, context.isVerified else { return }
        guard let held = member.heldBack else { return }
        member.heldBack = nil
        guard let catchUp = held.catchUp(to: view) else { return }
        if case .current = catchUp { return }
        context.meters.steps += 1
        for piece in ServerEvent.pieces(of: catchUp) { member.stream.write(piece) }
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let data: JSON = ["route": .string(navigation.route), "style": .string(navigation.style.rawValue)]
        let bytes = ServerEvent.bytes(event: "navigate", id: nil, data: data.bytes)
        for member in members { member.stream.write(bytes) }
    }

    func viewDidEnd(code: String) {
        end(code) { _, _ in true }
    }

    /// Ends the streams of some visitors, with the reason as the last event.
    func end(_ code: String, of isEnded: (Screen, SessionTicket) -> Bool) {
        let bytes = Self.gone(code)
        for member in members where isEnded(view.screen, member.visitor) {
            member.heldBack = nil
            member.stream.write(bytes)
            member.stream.close()
        }
    }

    private static func gone(_ code: String) -> SharedBytes {
        ServerEvent.bytes(event: "gone", id: nil, data: JSON.object(["code": .string(code)]).bytes)
    }

    private func endIfEmpty() {
        guard members.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }
}
