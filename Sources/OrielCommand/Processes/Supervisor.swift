import ArgumentParser
import Foundation
import Glibc
import Logging
import Loop
import Serving

/// Runs a server in several processes that share a port. Starts a process again that has ended, and replaces all of
/// them, one by one.
@SceneActor final class Supervisor {
    /// The port that all processes share.
    let port: Int
    /// The exit code: that of the first process that did not end well while the server stopped.
    private(set) var status: Int32 = 0
    private let command: [String]
    private let reservation: Int32
    private var workers: [Worker?]
    /// The process that is about to take the place of another.
    private var next: Worker?
    private var isStopping = false

    /// How long a process has to run so that its end counts as the first one.
    private static let calm = Duration.seconds(10)
    /// The pause before a process that has ended is started again; twice as long each time.
    private static let pauses = (shortest: Duration.milliseconds(100), longest: Duration.seconds(10))

    /// Reserves the port.
    ///
    /// - Parameters:
    ///   - count: The number of processes.
    ///   - command: The program with its arguments, as each process runs it.
    init(_ count: Int, _ command: [String], _ settings: Settings) throws {
        self.command = command
        workers = Array(repeating: nil, count: count)
        (reservation, port) = try settings.reservePort()
    }

    /// Starts one process after the other, because the first one creates what is missing. Returns when all serve.
    ///
    /// - Throws: The exit code of a process that has ended instead. It has printed the reason.
    func start() async throws {
        for place in workers.indices {
            let worker = try worker(place)
            workers[place] = worker
            guard await !serves(worker) else { continue }
            let code = worker.process.ending?.code ?? 1
            await stop()
            throw ExitCode(code == 0 ? 1 : code)
        }
        for place in workers.indices { keep(place) }
    }

    /// Notifies the service manager that started the program.
    func notify() {
        Systemd.notify("READY=1")
        Systemd.notifyAlive()
    }

    /// Sends a signal to all processes.
    func signal(_ number: Int32) {
        for worker in workers + [next] { worker?.process.signal(number) }
    }

    /// Replaces the processes one by one: the new one serves before the old one drains. If a new one does not start,
    /// the others stay.
    func replace() async {
        guard next == nil, !isStopping else { return }
        defer { next = nil }
        for place in workers.indices {
            next = try? worker(place)
            guard let new = next, await serves(new), !isStopping else {
                guard !isStopping else { return }
                return ServerLog.logger.error("a new process does not start; the others stay", metadata: name(place))
            }
            let old = workers[place]
            workers[place] = new
            keep(place)
            old?.process.signal(SIGTERM)
            while let old, old.process.ending == nil { await pause() }
        }
        ServerLog.logger.info("processes replaced", metadata: ["count": "\(workers.count)"])
    }

    /// Stops all processes, and returns when they have ended.
    func stop() async {
        isStopping = true
        Systemd.notify("STOPPING=1")
        signal(SIGTERM)
        for worker in (workers + [next]).compactMap(\.self) {
            while worker.process.ending == nil { await pause() }
            // A process that has just been started does not drain yet.
            let isEarly = !worker.isReady && worker.process.ending == .killed(by: SIGTERM)
            if status == 0, !isEarly { status = worker.process.ending?.code ?? 0 }
        }
        close(reservation)
    }

    private func worker(_ place: Int) throws(Failure) -> Worker { try Worker(place + 1, command, port: port) }

    /// Waits until a process serves, or has ended. Returns whether it serves.
    private func serves(_ worker: Worker) async -> Bool {
        while !worker.isReady, worker.process.ending == nil { await pause() }
        return worker.process.ending == nil
    }

    /// Starts the process at a place again, after a pause, when it has ended.
    private func keep(_ place: Int, after pause: Duration = pauses.shortest) {
        guard let worker = workers[place] else { return }
        worker.process.onEnd = { [weak self, weak worker] process in
            guard let self, let worker, workers[place] === worker, !isStopping else { return }
            var fields = name(place)
            fields["ending"] = "\(process.ending?.words ?? "")"
            ServerLog.logger.error("a process has ended, and is started again", metadata: fields)
            let pause = worker.age > Self.calm ? Self.pauses.shortest : pause
            EventLoop.shared.after(pause) { [weak self] in self?.restart(place, worker, after: pause) }
        }
        if worker.process.ending != nil { worker.process.onEnd?(worker.process) }
    }

    private func restart(_ place: Int, _ former: Worker, after pause: Duration) {
        guard !isStopping, workers[place] === former else { return }
        let next = min(pause * 2, Self.pauses.longest)
        do throws(Failure) {
            workers[place] = try worker(place)
            keep(place, after: next)
        } catch {
            var fields = name(place)
            fields["reason"] = "\(error)"
            ServerLog.logger.error("a process cannot be started", metadata: fields)
            EventLoop.shared.after(next) { [weak self] in self?.restart(place, former, after: next) }
        }
    }

    private func name(_ place: Int) -> Logger.Metadata { ["process": "\(place + 1)"] }

    private func pause() async { await EventLoop.shared.pause(.milliseconds(10)) }
}

extension ChildProcess.Ending {
    /// The exit code, as a shell counts it.
    fileprivate var code: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        }
    }

    /// How the process has ended, such as `exit code 1` or `signal 9`.
    fileprivate var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}
