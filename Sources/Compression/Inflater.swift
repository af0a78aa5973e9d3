import CZlib

/// Expands one compressed message after the other, each by itself (RFC 7692, section 7.2.2). One is enough for all that a
/// thread receives: it keeps nothing from message to message.
///
/// It owns some 60 KB. Not safe for two threads at once: whoever owns it guards it.
package final class Inflater {
    /// Why there is no message.
    package enum Failure: Error {
        /// It would have more bytes than the limit; no more than the limit have been expanded.
        case tooBig
        /// The bytes are no whole run of deflate blocks.
        case damaged
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * 1024)
    private let tail = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Fragment.tail.count)
    /// Whether the last that was read is the end of a final block.
    private var isEnded = false

    /// An expander for every window that RFC 1951 knows.
    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        _ = tail.initialize(from: Fragment.tail)
        let status = czlib_begin_inflate(stream, -15)
        precondition(status == Z_OK, "there is no memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        block.deallocate()
        tail.deallocate()
    }

    /// What `payload` stands for, when that is at most `limit` bytes. Complexity: O(n) in the bytes of both.
    package func message(_ payload: UnsafeRawBufferPointer, limit: Int) throws(Failure) -> [UInt8] {
        guard !payload.isEmpty else { return [] }
        inflateReset(stream)
        isEnded = false
        var message: [UInt8] = []
        try expand(payload, onto: &message, limit: limit)
        // A sender that ends with a final block may leave nothing to which the tail would belong.
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
            // Blocks may follow a final one: they may refer to what came before it (RFC 7692, section 7.2.1).
            if isEnded { inflateResetKeep(stream) }
            // One byte more than there may be, to see that there is one more.
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
