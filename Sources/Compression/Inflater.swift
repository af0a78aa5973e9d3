import CZlib

/// Decompresses messages, each independently of the others (RFC 7692, section 7.2.2). One inflater is enough for
/// everything that a thread receives, because it keeps no state between messages.
///
/// It owns some 60 KB. Not safe for use by two threads at once: its owner must guard it.
package final class Inflater {
    /// The reason why a message cannot be decompressed.
    package enum Failure: Error {
        /// The message exceeds the limit. At most one byte more than the limit has been decompressed.
        case tooBig
        /// The bytes are not a complete sequence of deflate blocks.
        case damaged
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * 1024)
    private let tail = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Fragment.tail.count)
    /// Whether the last bytes read were the end of a final block.
    private var isEnded = false

    /// Makes an inflater for any window of RFC 1951.
    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        _ = tail.initialize(from: Fragment.tail)
        let status = czlib_begin_inflate(stream, -15)
        precondition(status == Z_OK, "out of memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        block.deallocate()
        tail.deallocate()
    }

    /// Decompresses `payload` to at most `limit` bytes. Complexity: O(n) in the bytes of both.
    package func message(_ payload: UnsafeRawBufferPointer, limit: Int) throws(Failure) -> [UInt8] {
        guard !payload.isEmpty else { return [] }
        inflateReset(stream)
        isEnded = false
        var message: [UInt8] = []
        try expand(payload, onto: &message, limit: limit)
        // A sender that ends with a final block may leave nothing that the tail completes.
        if isEnded { return message }
        let count = message.count
        try expand(UnsafeRawBufferPointer(tail), onto: &message, limit: limit)
        guard count == message.count, isEnded || czlib_is_between_blocks(stream) != 0 else { throw .damaged }
        return message
    }

    private func expand(_ bytes: UnsafeRawBufferPointer, onto message: inout [UInt8], limit: Int) throws(Failure) {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        repeat {
            // Blocks may follow a final one, and refer to bytes before it (RFC 7692, section 7.2.1).
            if isEnded { inflateResetKeep(stream) }
            // One byte over the limit, to notice a message that exceeds it.
            let room = min(block.count, limit - message.count + 1)
            stream.pointee.next_out = block.baseAddress
            stream.pointee.avail_out = UInt32(room)
            let status = inflate(stream, Z_SYNC_FLUSH)
            isEnded = status == Z_STREAM_END
            guard isEnded || status == Z_OK || status == Z_BUF_ERROR else { throw .damaged }
            message += block[..<(room - Int(stream.pointee.avail_out))]
            guard message.count <= limit else { throw .tooBig }
        } while stream.pointee.avail_in > 0 || (stream.pointee.avail_out == 0 && !isEnded)
    }
}
