import Foundation
import Glibc
import Loop
import Serving

/// A process of the app that is developed, and the channel to it (see ``Development``).
@SceneActor final class RunningApp {
    /// Called when the app can serve, with the folder of its browser client.
    var onReady: ((RunningApp, _ publicFolder: String) -> Void)?
    /// Whether the app can serve, and waits for the state.
    private(set) var isReady = false
    /// Whether the app serves, because it has the state.
    private var isServing = false
    /// Whether the app was told to stop.
    private(set) var isStopped = false
    private let link: LinkedProcess
    private var received = Data()

    /// What a crashed app writes: the last calls of its thread, which the report shows. `top=0` leaves out the first
    /// calls of the thread instead of the last ones.
    private static let backtrace =
        "enable=yes,threads=crashed,registers=none,images=none,sanitize=no,color=no,limit=64,top=0"

    /// Starts a program that answers at a listening socket.
    init(_ program: String, _ arguments: [String], at listener: Int32) throws(Failure) {
        link = try LinkedProcess([program] + arguments, passing: [listener], keeping: [2]) { end in
            ["ORIEL_DEV": "\(listener),\(end)", "SWIFT_BACKTRACE": Self.backtrace]
        }
        link.onReadable = { [weak self] in self?.read() }
    }

    var process: ChildProcess { link.process }

    /// How long the app has run.
    var age: Duration { link.age }

    /// Sends the state. The first one lets the app serve.
    func send(_ state: DevelopmentState) {
        isServing = true
        state.line.withUnsafeBytes { _ = Glibc.send(link.channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Stops the app. An app that serves first sends its clients away, and saves their sessions.
    func stop() {
        isStopped = true
        process.signal(isServing ? SIGTERM : SIGKILL)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(link.channel, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 { link.stopReading() }
            return
        }
        received += buffer.prefix(count)
        guard !isReady, let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return }
        isReady = true
        onReady?(self, String(decoding: received[..<end], as: UTF8.self))
    }
}
