import Glibc
import Loop

/// The chunks that wait to be sent on one socket. The first chunk may be sent in part. A single chunk, the usual case,
/// needs no array.
@SceneActor struct SendQueue {
    private var first: SharedBytes?
    private var rest: [SharedBytes] = []
    private var offset = 0  // the bytes of the first chunk that are sent
    /// The number of bytes that wait.
    private(set) var count = 0

    /// The outcome of an attempt to send.
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

    /// Begins an empty queue with a chunk whose first `sent` bytes are sent.
    mutating func begin(_ chunk: SharedBytes, sent: Int, in memory: ByteAccount) {
        append(chunk, in: memory)
        (offset, count) = (sent, chunk.count - sent)
    }

    /// Whether a part of the first chunk is sent.
    var isBegun: Bool { offset > 0 }

    /// Drops all chunks.
    mutating func removeAll(in memory: ByteAccount) {
        first?.endWaiting(in: memory)
        for chunk in rest { chunk.endWaiting(in: memory) }
        (first, rest, offset, count) = (nil, [], 0, 0)
    }

    /// The most bytes that one socket sends in one turn of the loop. The system copies about a gigabyte a second, so
    /// that a turn with a hundred large messages takes some ten milliseconds.
    static let turnLimit = 128 * 1024

    /// Writes chunks until the socket takes no more, or has sent its share of the turn.
    mutating func send(to descriptor: Int32, in memory: ByteAccount) -> Outcome {
        var room = Self.turnLimit
        while let first {
            guard room > 0 else { return .wouldBlock }
            let sent = rest.isEmpty ? sendOne(first, room, to: descriptor) : sendMany(first, room, to: descriptor)
            guard sent > 0 else {
                if sent < 0, errno == EINTR { continue }
                return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .wouldBlock : .failed
            }
            room -= sent
            advance(sent, in: memory)
        }
        return .done
    }

    private func sendOne(_ chunk: SharedBytes, _ room: Int, to descriptor: Int32) -> Int {
        RawSocket(descriptor: descriptor).sendSome(chunk.bytes, from: offset, limit: room)
    }

    /// Writes up to 64 chunks in one call. The queue keeps their bytes alive.
    private func sendMany(_ first: SharedBytes, _ room: Int, to descriptor: Int32) -> Int {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 64) { vectors in
            var (used, skipped, room) = (0, offset, room)
            for chunk in CollectionOfOne(first) + rest.prefix(63) where room > 0 {
                chunk.bytes.withUnsafeBytes { bytes in
                    let count = min(bytes.count - skipped, room)
                    vectors[used] = iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress.map { $0 + skipped }),
                        iov_len: count)
                    room -= count
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
