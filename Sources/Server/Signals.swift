import Dispatch
import Glibc

/// Waits for signals.
enum Signals {
    /// The first of these signals that arrives; their usual effect is off from the call on.
    static func firstOf(_ signals: [Int32]) async -> Int32 {
        let stream = AsyncStream<Int32> { continuation in
            let sources = signals.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in for source in sources { source.cancel() } }
        }
        for await signal in stream { return signal }
        return 0
    }
}
