import Dispatch
import Glibc
import Synchronization

/// Where the log goes: standard error, line by line. A queue of its own writes, so that nobody waits for a reader; what a
/// reader does not take is left out.
final class LogOutput: Sendable {
    /// The program's.
    static let shared = LogOutput(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "oriel-log")
    private let waiting = Atomic<Int>(0)
    private let leftOut = Atomic<Int>(0)

    /// How many bytes may wait for a reader.
    private static let limit = 1 << 20

    init(descriptor: Int32) {
        self.descriptor = descriptor
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
            let missing = leftOut.exchange(0, ordering: .relaxed)
            if missing > 0 { put("(\(missing) lines of the log are left out)\n") }
            put(line + "\n")
            waiting.subtract(size, ordering: .relaxed)
        }
    }

    /// Waits until everything has been written, a second at most.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + 1)
    }

    private func put(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
