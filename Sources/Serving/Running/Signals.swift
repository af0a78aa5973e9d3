import Dispatch
import Glibc
import Logging

/// Signals that this program waits for; their usual effect is off from the beginning on.
package struct Signals {
    private let stream: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation
    private let sources: [any DispatchSourceSignal]

    /// A second signal within this time is the first one again: some send it to a program and to its group.
    private static let echo = Duration.milliseconds(200)

    /// Takes these signals: from its return on, none is lost. Blocks for as long as it takes another thread to say so.
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

    /// The first of the signals that arrives, or has.
    package func first() async -> Int32 {
        defer { for source in sources { source.cancel() } }
        return await stream.first { _ in true } ?? 0
    }

    /// Runs until a signal has ended the program: `SIGHUP` reloads, any other one stops. While that takes its time, another
    /// one ends the program at once, as it does by itself; so does the last resort, when it takes too long.
    package func serve(
        _ lastResort: LastResort, reload: @escaping @Sendable () async -> Void = {},
        stop: @escaping @Sendable (Int32) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            var stoppedAt: ContinuousClock.Instant?
            for await number in stream {
                if let stoppedAt {
                    if number != SIGHUP, .now - stoppedAt > Self.echo { Self.die(of: number) }
                } else if number == SIGHUP {
                    await reload()
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
        ServiceLog.flush()
    }

    private static func die(of number: Int32) -> Never {
        ServiceLog.logger.warning("stopped at once", metadata: ["signal": "\(number)"])
        ServiceLog.flush()
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)  // to this thread; the first process of a container is not ended by it
        _exit(128 + number)
    }
}
