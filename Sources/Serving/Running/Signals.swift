import Dispatch
import Glibc

/// Signals that this program waits for; their usual effect is off from the beginning on.
package struct Signals {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes these signals.
    package init(_ numbers: [Int32]) {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        self.stream = stream
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    /// The first of the signals that arrives, or has.
    package func first() async -> Int32 {
        defer { for source in sources { source.cancel() } }
        return await stream.first { _ in true } ?? 0
    }
}
