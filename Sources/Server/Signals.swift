import Dispatch
import Glibc

/// Waits for signals.
enum Signals {
    /// The first of these signals that arrives; their usual effect is off from the call on.
    static func firstOf(_ signals: [Int32]) async -> Int32 {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return await stream.first { _ in true } ?? 0
    }
}
