import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// The event streams that watch one view.
@SceneActor final class StreamAudience: ViewObserver {
    /// A stream, and the state that its client has, if updates were left out since because it does not read.
    private struct Member {
        let stream: HTTPStream
        var heldBack: ViewState?
    }

    private let view: View
    private let queueLimit: Int
    private let onEmpty: (View) -> Void
    private var members: [Member] = []

    init(_ view: View, queueLimit: Int, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.queueLimit = queueLimit
        self.onEmpty = onEmpty
        view.add(self)
    }

    /// Adds a stream; `onEnd` is called when it has ended.
    func add(_ stream: HTTPStream, onEnd: @escaping () -> Void) {
        members.append(Member(stream: stream))
        stream.onDrain = { [weak self, weak stream] in stream.map { self?.catchUp($0) } }
        stream.onClose = { [weak self, weak stream] in
            onEnd()
            self?.members.removeAll { $0.stream === stream }
            self?.endIfEmpty()
        }
    }

    /// Sends bytes to every stream that has nothing waiting: whoever gets something knows that the stream is alive.
    func keepAlive(_ bytes: SharedBytes) {
        for member in members where member.stream.queuedBytes == 0 { member.stream.write(bytes) }
    }

    func closeAll() {
        for member in members { member.stream.close() }
    }

    /// Sends an update; one that does not read gets one step later instead of many.
    func viewDidUpdate(_ update: Update) {
        let bytes = ServerEvent.bytes(event: "patch", id: update.to, data: update.patch)
        for index in members.indices where members[index].heldBack == nil {
            let stream = members[index].stream
            if stream.queuedBytes > (stream.isCrowded ? 0 : queueLimit) {
                members[index].heldBack = update.former
            } else {
                stream.write(bytes)
            }
        }
    }

    private func catchUp(_ stream: HTTPStream) {
        guard let index = members.firstIndex(where: { $0.stream === stream }), let held = members[index].heldBack
        else { return }
        members[index].heldBack = nil
        guard let catchUp = view.catchUp(from: held) else { return }
        if case .current = catchUp { return }
        stream.write(ServerEvent.bytes(of: catchUp))
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let data: JSON = ["route": .string(navigation.route), "style": .string(navigation.style.rawValue)]
        let bytes = ServerEvent.bytes(event: "navigate", id: nil, data: data.bytes)
        for member in members { member.stream.write(bytes) }
    }

    func viewDidEnd(code: String) {
        let bytes = ServerEvent.bytes(event: "gone", id: nil, data: JSON.object(["code": .string(code)]).bytes)
        for member in members { member.stream.write(bytes) }
        closeAll()
    }

    private func endIfEmpty() {
        guard members.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }
}
