import Dispatch
import Glibc
import Synchronization

/// Where the log goes: standard error, line by line. A queue of its own writes, so that nobody waits for a reader; what a
/// reader does not take is left out.
final class LogOutput: Sendable {
    private let descriptor: Int32
    private let missingLine: @Sendable (Int) -> String
    private let queue = DispatchQueue(label: "oriel-log")
    private let waiting = Atomic<Int>(0)
    private let leftOut = Atomic<Int>(0)
    private let isTorn = Atomic<Bool>(false)  // whether the last line has no end; the queue's

    /// How many bytes may wait for a reader.
    private static let limit = 1 << 20

    /// An output; `missingLine` is the line that says how many lines are missing.
    init(descriptor: Int32, missingLine: @escaping @Sendable (Int) -> String) {
        self.descriptor = descriptor
        self.missingLine = missingLine
    }

    /// Writes a line, soon.
    func write(_ line: String) {
        let size = line.utf8.count + 1
        guard waiting.load(ordering: .relaxed) + size <= Self.limit else {
            leftOut.add(1, ordering: .relaxed)
            return
        }
        waiting.add(size, ordering: .relaxed)
        queue.async { [self] in
            tellMissing()
            if !put(line) { leftOut.add(1, ordering: .relaxed) }
            waiting.subtract(size, ordering: .relaxed)
        }
    }

    /// Waits until everything has been written, a second at most.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { [self] in
            tellMissing()
            done.signal()
        }
        _ = done.wait(timeout: .now() + 1)
    }

    /// Says how many lines are missing at this place, if any are.
    private func tellMissing() {
        let missing = leftOut.exchange(0, ordering: .relaxed)
        guard missing > 0 else { return }
        if !put(missingLine(missing)) { leftOut.add(missing, ordering: .relaxed) }
    }

    /// Writes a line, after the end that one before it may lack.
    ///
    /// - Returns: Whether all of it was taken.
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
