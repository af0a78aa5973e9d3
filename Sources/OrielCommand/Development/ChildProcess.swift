import CLinux
import Foundation
import Glibc
import Loop

/// A child process on the event loop, which keeps the object until the process ends. What it writes to standard error
/// is also written here, and its end is kept.
@SceneActor final class ChildProcess {
    /// Called once, when the process has ended.
    var onEnd: ((ChildProcess) -> Void)?
    /// How the process has ended; `nil` while it runs.
    private(set) var ending: Ending?
    private let id: pid_t
    private let output: Int32
    private let life: Int32
    private var watches: (output: Poller.Token, life: Poller.Token)?
    private var kept = Data()

    /// How a process has ended.
    enum Ending: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    /// The end of the output that is kept, in bytes. The errors of a build are far shorter.
    private static let most = 1 << 20

    /// Starts a program of the search path.
    ///
    /// - Parameters:
    ///   - environment: Variables in addition to those of this process.
    ///   - descriptors: The descriptors that the program inherits, under their numbers.
    ///   - outputs: The descriptors of the output that is kept. Others are inherited.
    init(
        _ words: [String], environment: [String: String] = [:], passing descriptors: [Int32] = [],
        keeping outputs: [Int32] = [2]
    ) throws(Failure) {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { throw Failure("No pipe can be opened.") }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(pipe[1]) }
        let targets = descriptors.map { (from: $0, to: $0) } + outputs.map { (from: pipe[1], to: $0) }
        do throws(Failure) {
            id = try Spawn(targets).start(words, environment)
        } catch {
            close(pipe[0])
            throw error
        }
        output = pipe[0]
        life = clinux_process_descriptor(id)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        let poller = EventLoop.shared.poller
        watches = (
            poller.watch(output, for: .readable) { [self] _ in read() },
            poller.watch(life, for: .readable) { [self] _ in end() }
        )
    }

    /// The output so far, from its end on.
    var said: String { String(decoding: kept, as: UTF8.self) }

    /// Sends a signal to the process, unless it has ended.
    func signal(_ number: Int32) {
        if ending == nil { kill(id, number) }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(output, &buffer, buffer.count)
            if count == 0, let watches { EventLoop.shared.poller.unwatch(watches.output) }
            guard count > 0 else { return }
            let data = Data(buffer.prefix(count))
            FileHandle.standardError.write(data)
            kept = (kept + data).suffix(Self.most)
        }
    }

    private func end() {
        read()
        if let watches {
            EventLoop.shared.poller.unwatch(watches.output)
            EventLoop.shared.poller.unwatch(watches.life)
        }
        watches = nil
        var status: Int32 = 0
        waitpid(id, &status, 0)
        ending = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(by: status & 0x7f)
        close(output)
        close(life)
        onEnd?(self)
    }
}

/// The descriptors and signals of a new process (posix_spawn(3)).
private struct Spawn {
    private let targets: [(from: Int32, to: Int32)]

    init(_ targets: [(from: Int32, to: Int32)]) {
        self.targets = targets
    }

    /// Starts a program. Signals that this process ignores have their default effects there.
    func start(_ words: [String], _ environment: [String: String]) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for target in targets { posix_spawn_file_actions_adddup2(&actions, target.from, target.to) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (defaults, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        var (arguments, values) = (Self.pointers(to: words), Self.pointers(to: variables))
        defer { for text in arguments + values { free(text) } }
        var id: pid_t = 0
        let status = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &values)
        guard status == 0 else { throw Failure("\(words[0]) cannot be started: \(String(cString: strerror(status)))") }
        return id
    }

    private static func pointers(to texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}
