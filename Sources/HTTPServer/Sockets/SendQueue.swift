import Glibc
import Loop

/// What waits to be sent on one socket: shared chunks, of which the first may be sent in part. One chunk, the usual case,
/// takes no memory of its own.
@SceneActor struct SendQueue {
    private var first: SharedBytes?
    private var rest: [SharedBytes] = []
    private var offset = 0  // how much of the first chunk is sent
    /// The bytes that wait.
    private(set) var count = 0

    /// What came of an attempt to send.
    enum Outcome {
        case done
        case wouldBlock
        case failed
    }

    mutating func append(_ chunk: SharedBytes, in memory: ByteAccount) {
        count += chunk.count
        chunk.beginWaiting(in: memory)
        if first == nil { first = chunk } else { rest.append(chunk) }
    }

    /// What is left of a chunk, of which a part is sent, waits alone.
    mutating func begin(_ chunk: SharedBytes, sent: Int, in memory: ByteAccount) {
        append(chunk, in: memory)
        (offset, count) = (sent, chunk.count - sent)
    }

    /// Lets go of all that waits.
    mutating func removeAll(in memory: ByteAccount) {
        first?.endWaiting(in: memory)
        for chunk in rest { chunk.endWaiting(in: memory) }
        (first, rest, offset, count) = (nil, [], 0, 0)
    }

    /// Hands to the system what it takes.
    mutating func send(to descriptor: Int32, in memory: ByteAccount) -> Outcome {
        while let first {
            let sent = rest.isEmpty ? sendOne(first, to: descriptor) : sendMany(first, to: descriptor)
            guard sent > 0 else {
                if sent < 0, errno == EINTR { continue }
                return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .wouldBlock : .failed
            }
            advance(sent, in: memory)
        }
        return .done
    }

    private func sendOne(_ chunk: SharedBytes, to descriptor: Int32) -> Int {
        RawSocket(descriptor: descriptor).sendSome(chunk.bytes, from: offset)
    }

    /// Gathers up to 64 chunks in one call. The arrays are alive for as long as the queue holds their chunks.
    private func sendMany(_ first: SharedBytes, to descriptor: Int32) -> Int {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 64) { vectors in
            var used = 0
            var skipped = offset
            for chunk in CollectionOfOne(first) + rest.prefix(63) {
                chunk.bytes.withUnsafeBytes { bytes in
                    vectors[used] = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress.map { $0 + skipped }),
                        iov_len: bytes.count - skipped)
                }
                skipped = 0
                used += 1
            }
            return writev(descriptor, vectors.baseAddress, Int32(used))
        }
    }

    private mutating func advance(_ sent: Int, in memory: ByteAccount) {
        count -= sent
        offset += sent
        var finished = 0
        while let chunk = first, offset >= chunk.count {
            offset -= chunk.count
            chunk.endWaiting(in: memory)
            first = finished < rest.count ? rest[finished] : nil
            finished += 1
        }
        if finished > 0 { rest.removeFirst(min(finished, rest.count)) }
    }
}
