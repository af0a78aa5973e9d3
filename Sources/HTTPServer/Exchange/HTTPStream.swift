import CMicrohttpd
import Glibc
import Loop

/// A body that is written in parts, such as an event stream. The connection is suspended in libmicrohttpd while there
/// is nothing to send.
@SceneActor package final class HTTPStream {
    /// Called when the client has disconnected or the stream has ended.
    package var onClose: (() -> Void)?
    /// Called when no bytes wait any more, if ``queuedBytes`` was read while some did.
    package var onDrain: (() -> Void)?
    /// The number of bytes that wait to be sent.
    package var queuedBytes: Int {
        isWaitedFor = isWaitedFor || queued > 0
        return queued
    }
    /// Whether a memory limit is reached, in total or for the client's address.
    package var isCrowded: Bool { daemon.memory.isFull(for: share) }

    /// Whether a finite stream was not read in time.
    package private(set) var isLate = false

    /// The time limit of a finite stream; `nil` for an endless one.
    let time: Duration?
    /// The number of bytes that were sent.
    private(set) var sentBytes = 0
    private let daemon: Daemon
    private let share: ByteShare?
    private let socket: RawSocket
    private var queued = 0
    private var isWaitedFor = false  // whether a reader of `queuedBytes` saw bytes waiting
    private var chunks: [SharedBytes] = []
    private var offset = 0  // the bytes of the first chunk that are sent
    private var state = State.open
    private var suspension: Suspension?
    private var drained: CheckedContinuation<Bool, Never>?

    private enum State {
        case open
        /// The stream ends when everything written has been sent.
        case closing
        /// The client has disconnected.
        case gone
    }

    /// The number of bytes that libmicrohttpd requests at once, and for a body of known length.
    private static let (blockSize, longBlockSize) = (4096, 64 * 1024)

    init(connection: OpaquePointer, daemon: Daemon, within time: Duration?, for share: ByteShare?) {
        self.daemon = daemon
        self.share = share
        self.time = time
        socket = RawSocket(descriptor: cmicrohttpd_descriptor(connection))
        let halfClose: Suspension.HalfClose = time == nil ? .isEnd : .mayWait(canBeAsked: false)
        suspension = Suspension(connection, of: daemon, halfClose: halfClose) { [weak self] in
            self?.state = .gone
            self?.suspension?.end()
        }
    }

    /// Sends bytes as soon as possible. Bytes written in one turn are read together.
    package func write(_ bytes: SharedBytes) {
        guard suspension != nil, state == .open else { return }
        chunks.append(bytes)
        bytes.beginWaiting(in: daemon.memory)
        record(bytes.count)
        suspension?.end()
    }

    /// Ends the stream when everything written has been sent.
    package func close() {
        if state == .open { state = .closing }
        suspension?.end()
    }

    /// Marks a finite stream as late. It ends at once.
    func recordLateness() {
        isLate = time != nil
    }

    /// Drops what waits to be sent, and ends the stream after some last bytes. A stream that has sent a part of an
    /// event ends at once.
    package func cut(saying last: SharedBytes) {
        guard offset == 0 else { return abort() }
        record(-queued)
        finish(chunks.count)
        write(last)
        close()
    }

    /// Ends the stream at once, so that the client notices that the body is incomplete.
    package func abort() {
        state = .gone
        suspension?.end()
    }

    /// Ends the stream at once if its client is lost: for `time`, the client's system has acknowledged nothing that was
    /// sent. A client that only does not read is not lost.
    ///
    /// - Returns: Whether the stream has ended.
    package func endIfLost(for time: Duration) -> Bool {
        guard suspension != nil, socket.isLost(for: time) else { return false }
        socket.cut()
        abort()
        return true
    }

    /// Waits until everything written has been passed to libmicrohttpd. Only one caller may wait at a time.
    ///
    /// - Returns: Whether the stream goes on; `false` if the client has disconnected.
    package func drain() async -> Bool {
        await EventLoop.suspension { continuation in
            guard suspension != nil, state == .open, queued > 0 else {
                return continuation.resume(returning: suspension != nil && state == .open)
            }
            drained = continuation
        }
    }

    private func notifyDrained(_ goesOn: Bool) {
        drained?.resume(returning: goesOn)
        drained = nil
    }

    /// Makes the response that has this body. A response to `HEAD` has no body, but libmicrohttpd would end it like a
    /// chunked one.
    func makeResponse(
        status: Int, headers: [(String, String)], forHead isHead: Bool, length: Int?
    ) -> PreparedResponse {
        let context = Unmanaged.passRetained(self).toOpaque()
        let (count, block) = length.map { (UInt64($0), Self.longBlockSize) } ?? (.max, Self.blockSize)
        let response = MHD_create_response_from_callback(count, block, readStream, context, releaseStream)
        if isHead, let response { cmicrohttpd_end_by_closing(response) }
        return PreparedResponse(status: status, headers: headers, owning: response)
    }

    func end() {
        suspension?.finish()
        suspension = nil
        finish(chunks.count)
        record(-queued)
        notifyDrained(false)
        onClose?()
        onClose = nil
        onDrain = nil
    }

    private func record(_ count: Int) {
        queued += count
        share?.bytes += count
    }

    /// Releases the first chunks: they have been sent, or will never be.
    private func finish(_ count: Int) {
        for chunk in chunks.prefix(count) { chunk.endWaiting(in: daemon.memory) }
        chunks.removeFirst(count)
    }

    /// Fills the buffer of libmicrohttpd, or suspends the connection if there is nothing to send.
    fileprivate func read(into buffer: UnsafeMutablePointer<CChar>, _ capacity: Int) -> Int {
        if chunks.isEmpty, state == .open, isWaitedFor {
            isWaitedFor = false
            onDrain?()
        }
        var count = 0
        var finished = 0
        while finished < chunks.count, count < capacity {
            let chunk = chunks[finished]
            let part = min(chunk.count - offset, capacity - count)
            chunk.bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                memcpy(buffer + count, source + offset, part)
            }
            count += part
            offset += part
            if offset == chunk.count {
                finished += 1
                offset = 0
            }
        }
        finish(finished)
        record(-count)
        sentBytes += count
        daemon.counts.streamed += count
        if queued == 0 { notifyDrained(state == .open) }
        if count > 0 { return count }
        switch state {
        case .open: suspension?.begin()
        case .closing: return -1  // MHD_CONTENT_READER_END_OF_STREAM
        case .gone: return -2  // MHD_CONTENT_READER_END_WITH_ERROR
        }
        return 0
    }
}

/// Constants of the file, so that they are not isolated. Called on the loop.
private let readStream: MHD_ContentReaderCallback = { context, _, buffer, capacity in
    guard let context, let buffer else { return -1 }
    let address = UInt(bitPattern: context)
    let target = UInt(bitPattern: buffer)
    return SceneActor.assumeIsolated {
        guard let context = UnsafeRawPointer(bitPattern: address),
            let buffer = UnsafeMutablePointer<CChar>(bitPattern: target)
        else { return -1 }
        return Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue().read(into: buffer, capacity)
    }
}

private let releaseStream: MHD_ContentReaderFreeCallback = { context in
    guard let context else { return }
    Unmanaged<HTTPStream>.fromOpaque(context).release()
}
