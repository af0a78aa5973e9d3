import Glibc
import JSON
import Loop

/// The link of an app to `oriel dev`, which has started it.
///
/// `oriel dev` passes two sockets, whose numbers are in `ORIEL_DEV`. One listens, and outlives the app, so that no
/// connection is refused while another build of the app takes over. Over the other, each side sends lines:
///
/// 1. When its coordinator is made, the app sends the folder of its browser client. `oriel dev` then stops the build
///    that has served until now.
/// 2. `oriel dev` sends its state, as soon as the app may serve and whenever the state changes. The state is an object
///    with the number of changes of assets (`assets`), the paths of the last ones (`changed`), and the report of a
///    failed build or start, which pages show (`report`).
///
/// When the other end is closed, `oriel dev` is gone, and the program stops.
@SceneActor package final class Development {
    /// The socket at which the app answers.
    nonisolated let listener: Int32
    /// The state of `oriel dev`, as JSON in one line.
    private(set) var state: [UInt8] = []
    private let channel: Int32
    private let gate = Gate()
    private var assets: Int64 = 0
    private var received: [UInt8] = []
    private var token: Poller.Token?
    private var listeners: [@SceneActor (_ assetsChanged: Bool) -> Void] = []

    /// Makes the link from the value of `ORIEL_DEV`; `nil` if `oriel dev` has not started this program.
    package init?(_ descriptors: String?) {
        let numbers = (descriptors ?? "").split(separator: ",").compactMap { Int32($0) }
        guard numbers.count == 2, numbers.allSatisfy(Self.isSocket) else { return nil }
        (listener, channel) = (numbers[0], numbers[1])
        for number in numbers {
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        }
        token = EventLoop.shared.poller.watch(channel, for: .readable) { [weak self] _ in self?.read() }
    }

    /// Says that the app can serve, and waits until the build before it has saved its sessions and is gone.
    ///
    /// - Parameter folder: The folder of the browser client.
    package func takeOver(showing folder: String?) async {
        let line = Array("\(folder ?? "")\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(channel, $0.baseAddress, $0.count) }
        await gate.pass()
    }

    /// Calls `listener` after each change of the state.
    func onChange(_ listener: @escaping @SceneActor (_ assetsChanged: Bool) -> Void) {
        listeners.append(listener)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = Glibc.read(channel, &buffer, buffer.count)
        if count == 0 {
            if let token { EventLoop.shared.poller.unwatch(token) }
            kill(getpid(), gate.isOpen ? SIGTERM : SIGKILL)  // before it serves, the app takes no signal
        }
        guard count > 0 else { return }
        received += buffer.prefix(count)
        while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            take(Array(received[..<end]))
            received.removeSubrange(...end)
        }
    }

    private func take(_ line: [UInt8]) {
        guard let assets = (try? JSON(parsing: line))?["assets"]?.intValue else { return }
        let assetsChanged = assets != self.assets
        (state, self.assets) = (line, assets)
        gate.open()
        for listener in listeners { listener(assetsChanged) }
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
