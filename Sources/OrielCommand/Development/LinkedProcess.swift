import Glibc
import Loop

/// A process that this one has started, and a socket to it. The process inherits the other end of the socket.
@SceneActor final class LinkedProcess {
    /// Called when bytes of the process can be read, or when it has closed its end.
    var onReadable: (() -> Void)?
    let process: ChildProcess
    /// This end of the socket, which does not block.
    let channel: Int32
    private let start = ContinuousClock.now
    private var token: Poller.Token?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - descriptors: Other descriptors that the process inherits.
    ///   - outputs: The descriptors of the process whose output is kept, as for ``ChildProcess``.
    ///   - environment: Returns more variables, for the number of the inherited end of the socket.
    init(
        _ command: [String], passing descriptors: [Int32] = [], keeping outputs: [Int32],
        environment: (_ end: Int32) -> [String: String]
    ) throws(Failure) {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("No sockets can be opened.")
        }
        defer { close(ends[1]) }
        do throws(Failure) {
            process = try ChildProcess(
                command, environment: environment(ends[1]), passing: descriptors + [ends[1]], keeping: outputs)
        } catch {
            close(ends[0])
            throw error
        }
        channel = ends[0]
        _ = fcntl(channel, F_SETFL, O_NONBLOCK)
        token = EventLoop.shared.poller.watch(channel, for: .readable) { [weak self] _ in self?.onReadable?() }
    }

    isolated deinit {
        stopReading()
        close(channel)
    }

    /// How long the process has run.
    var age: Duration { .now - start }

    /// Stops the calls of ``onReadable``.
    func stopReading() {
        if let token { EventLoop.shared.poller.unwatch(token) }
        token = nil
    }
}
