import Glibc
import Loop

/// A connection to a server, on the loop.
@SceneActor package final class Line {
    private let descriptor: Int32
    private var token: Poller.Token?
    private var unsent: [UInt8] = []
    private var isOpen = true
    private let onBytes: (UnsafeMutableRawBufferPointer) -> Void
    private let onEnd: () -> Void

    /// The read buffer of all lines. Each line uses its bytes before the next one reads.
    private static let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)

    /// Connects. `onBytes` receives the bytes. `onEnd` is called once when the server or an error ends the connection,
    /// but not after ``end()``.
    package init(
        _ address: ServerAddress, onBytes: @escaping (UnsafeMutableRawBufferPointer) -> Void,
        onEnd: @escaping () -> Void
    ) throws(ConnectionError) {
        self.onBytes = onBytes
        self.onEnd = onEnd
        descriptor = try address.connect()
        token = EventLoop.shared.poller.watch(descriptor, for: [.readable, .writable]) { [weak self] in
            self?.receive($0)
        }
    }

    isolated deinit {
        end()
    }

    /// Whether bytes are read. The system's buffers fill up while they are not.
    package var isReading = true {
        didSet { watch() }
    }

    /// Sends bytes as soon as possible.
    package func send(_ bytes: [UInt8]) {
        unsent += bytes
        if isOpen { watch() }
    }

    /// Closes the connection without calling `onEnd`.
    package func end() {
        guard isOpen else { return }
        isOpen = false
        if let token { EventLoop.shared.poller.unwatch(token) }
        close(descriptor)
    }

    private func watch() {
        guard isOpen, let token else { return }
        var readiness: Poller.Readiness = isReading ? [.readable] : []
        if !unsent.isEmpty { readiness.insert(.writable) }
        EventLoop.shared.poller.modify(token, to: readiness)
    }

    private func receive(_ readiness: Poller.Readiness) {
        if readiness.contains(.writable) { write() }
        guard isOpen, isReading || readiness.contains(.failed), readiness != .writable else { return }
        let count = recv(descriptor, Self.buffer.baseAddress, Self.buffer.count, 0)
        if count > 0 { return onBytes(UnsafeMutableRawBufferPointer(rebasing: Self.buffer[..<count])) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        end()
        onEnd()
    }

    private func write() {
        let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 { unsent.removeFirst(count) }
        watch()
    }
}
