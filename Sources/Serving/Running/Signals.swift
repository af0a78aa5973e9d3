import Dispatch
import Glibc
import Logging

/// Signals that this program waits for. Their default effect is off from the beginning.
package struct Signals {
    private let stream: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// The time within which a second signal counts as the first one, because some tools signal a program and its
    /// process group.
    private static let echo = Duration.milliseconds(200)

    /// Receives these signals. After the return no signal is lost. Blocks until another thread has registered them.
    package init(_ numbers: [Int32]) {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        self.stream = stream
        self.continuation = continuation
        let registrations = DispatchGroup()
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.resume()
            return source
        }
        registrations.wait()
    }

    /// Returns the first signal that arrives or has arrived.
    package func first() async -> Int32 {
        defer { for source in sources { source.cancel() } }
        return await stream.first { _ in true } ?? 0
    }

    /// Runs until a signal has ended the program. `SIGHUP` reloads, `SIGUSR2` replaces, and any other signal stops.
    /// While the program stops, another signal ends it at once, with the signal's default effect. The last resort ends
    /// it if stopping takes too long.
    package func serve(
        _ lastResort: LastResort, reload: @escaping @Sendable () async -> Void = {},
        replace: @escaping @Sendable () async -> Void = {}, stop: @escaping @Sendable (Int32) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            var stoppedAt: ContinuousClock.Instant?
            for await number in stream {
                if let stoppedAt {
                    if ![SIGHUP, SIGUSR2].contains(number), .now - stoppedAt > Self.echo { Self.die(of: number) }
                } else if number == SIGHUP {
                    await reload()
                } else if number == SIGUSR2 {
                    group.addTask { await replace() }
                } else {
                    stoppedAt = .now
                    lastResort.arm()
                    group.addTask { [continuation] in
                        await stop(number)
                        continuation.finish()
                    }
                }
            }
        }
        for source in sources { source.cancel() }
        ServerLog.flush()
    }

    private static func die(of number: Int32) -> Never {
        ServerLog.logger.warning("stopped immediately", metadata: ["signal": "\(number)"])
        ServerLog.flush()
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)  // to this thread; has no effect on the first process of a container
        _exit(128 + number)
    }
}
