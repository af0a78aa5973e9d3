import Dispatch
import Glibc
import Synchronization

/// The output of the log: standard error, line by line. A separate queue writes, so that logging never blocks. Lines
/// are dropped if nothing reads them in time.
final class LogOutput: Sendable {
    private let descriptor: Int32
    private let missingLine: @Sendable (Int) -> String
    private let queue = DispatchQueue(label: "oriel-log")
    private let waiting = Atomic<Int>(0)
    private let leftOut = Atomic<Int>(0)
    private let isTorn = Atomic<Bool>(false)  // whether the last line has no end; used on the queue only

    /// The maximum number of bytes that wait to be written.
    private static let limit = 1 << 20

    /// Makes an output. `missingLine` returns a line with the number of dropped lines.
    init(descriptor: Int32, missingLine: @escaping @Sendable (Int) -> String) {
        self.descriptor = descriptor
        self.missingLine = missingLine
    }

    /// Writes a line soon.
    func write(_ line: String) {
        let size = line.utf8.count + 1
        guard waiting.load(ordering: .relaxed) + size <= Self.limit else {
            leftOut.add(1, ordering: .relaxed)
            return
        }
        waiting.add(size, ordering: .relaxed)
        queue.async { [self] in
            notifyMissing()
            if !put(line) { leftOut.add(1, ordering: .relaxed) }
            waiting.subtract(size, ordering: .relaxed)
        }
    }

    /// Waits until everything has been written, for at most a second.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            notifyMissing()
            done.signal()
        }
        _ = done.wait(timeout: .now() + 1)
    }

    /// Writes the number of lines dropped at this place, if any.
    private func notifyMissing() {
        let missing = leftOut.exchange(0, ordering: .relaxed)
        guard missing > 0 else { return }
        if !put(missingLine(missing)) { leftOut.add(missing, ordering: .relaxed) }
    }

    /// Writes a line. Ends an incomplete line before it.
    ///
    /// - Returns: Whether the whole line was written.
    private func put(_ line: String) -> Bool {
        let bytes = Array("\(isTorn.load(ordering: .relaxed) ? "\n" : "")\(line)\n".utf8)
        var taken = 0
        while taken < bytes.count {
            let count = bytes[taken...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            taken += count
        }
        if taken > 0 { isTorn.store(bytes[taken - 1] != UInt8(ascii: "\n"), ordering: .relaxed) }
        return taken == bytes.count
    }
}
