import HTTPServer
import JSON
import Loop
import Scenes
import ViewModels

/// The event streams that watch one view.
@SceneActor final class StreamAudience: ViewObserver {
    private let view: View
    private let service: Service
    private var look: ContinuousClock.Instant?
    private let onEmpty: (View) -> Void
    private var streams: [HTTPStream] = []

    init(_ view: View, of service: Service, onEmpty: @escaping (View) -> Void) {
        self.view = view
        self.service = service
        look = view.screen.viewModel.readAt
        self.onEmpty = onEmpty
        view.add(self)
    }

    var count: Int { streams.count }
    var queuedBytes: Int { streams.reduce(0) { $0 + $1.queuedBytes } }

    /// Adds a stream, which lets go of the scene when it ends.
    func add(_ stream: HTTPStream, _ hold: SceneHold) {
        streams.append(stream)
        stream.onClose = { [weak self, weak stream] in
            hold.release()
            self?.streams.removeAll { $0 === stream }
            self?.endIfEmpty()
        }
    }

    /// Sends bytes to every stream. One that does not read is closed: its client comes back with what it has.
    func send(_ bytes: SharedBytes) {
        for stream in streams {
            guard stream.queuedBytes > service.settings.queueLimit else {
                stream.write(bytes)
                continue
            }
            service.meters.cutStreams += 1
            stream.close()
        }
    }

    func closeAll() {
        for stream in streams { stream.close() }
    }

    /// Closes every stream, and says to each when to come back.
    func dismiss(within spread: Duration) {
        for stream in streams {
            let wait = Int.random(in: spread.milliseconds / 4...max(1, spread.milliseconds))
            stream.write(SharedBytes(Array("retry: \(wait)\n\n".utf8)))
            stream.close()
        }
    }

    func viewDidUpdate(_ update: Update) {
        let now = view.screen.viewModel.readAt
        service.meters.notePatch(.stream, viewers: streams.count, since: now == look ? nil : now)
        look = now
        send(ServerEvent.bytes(event: "patch", id: update.to, data: update.patch))
    }

    func viewDidNavigate(_ navigation: Navigation) {
        let data: JSON = ["route": .string(navigation.route), "style": .string(navigation.style.rawValue)]
        send(ServerEvent.bytes(event: "navigate", id: nil, data: data.bytes))
    }

    func viewDidEnd(code: String) {
        send(ServerEvent.bytes(event: "gone", id: nil, data: JSON.object(["code": .string(code)]).bytes))
        closeAll()
    }

    private func endIfEmpty() {
        guard streams.isEmpty else { return }
        view.remove(self)
        onEmpty(view)
    }
}
