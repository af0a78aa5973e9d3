import Foundation
import Glibc
import Loop
import Serving

/// The link of a process to the supervisor that has started it (`oriel serve --processes`).
///
/// The variable `ORIEL_WORKER` has the number of the process, the port, and an inherited socket. Over the socket, the
/// process says when it serves. When the other end is closed, the supervisor is gone, and the process stops.
@SceneActor final class WorkerLink {
    /// The number of the process, from 1 on.
    nonisolated let number: Int
    private nonisolated let port: Int
    private nonisolated let channel: Int32
    private var token: Poller.Token?

    /// The variable with the link.
    nonisolated static let variable = "ORIEL_WORKER"

    /// Reads the variable; `nil` if no supervisor has started this program.
    nonisolated init?() {
        let numbers = (ProcessInfo.processInfo.environment[Self.variable] ?? "").split(separator: ",")
            .compactMap { Int32($0) }
        guard numbers.count == 3, fcntl(numbers[2], F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        (number, port, channel) = (Int(numbers[0]), Int(numbers[1]), numbers[2])
    }

    /// Adapts the settings: the port is shared, and files of one process have its number.
    nonisolated func apply(to settings: inout Settings) {
        settings.port = port
        settings.reusePort = true
        settings.resumeFile = settings.resumeFile.map { "\($0).\(number)" }
        settings.sessionFile = settings.sessionFile.map { "\($0).\(number)" }
    }

    /// Says that this process serves, and stops it with its supervisor.
    func reportReady() {
        token = EventLoop.shared.poller.watch(channel, for: .readable) { [self] _ in stop() }
        _ = Glibc.send(channel, "\n", 1, Int32(MSG_NOSIGNAL))
    }

    private func stop() {
        if let token { EventLoop.shared.poller.unwatch(token) }
        token = nil
        kill(getpid(), SIGTERM)
    }
}
