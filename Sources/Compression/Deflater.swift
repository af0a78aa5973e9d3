import CZlib

/// Compresses one text after the other, each by itself (RFC 1951). One is enough for all that a thread sends: it keeps nothing
/// from text to text.
///
/// It owns 2^(bits + 3) bytes, 32 KB for a window of 12 bits. Not safe for two threads at once: whoever owns it guards it.
package final class Deflater {
    /// The window: no reference reaches back further than 2^bits bytes.
    package let windowBits: Int
    private let stream: UnsafeMutablePointer<z_stream>
    private let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * 1024)

    /// The windows that zlib can keep to.
    package static let windows = 9...15
    /// A window in which documents take within a tenth of what they take in the largest, in a fifth of its time when they
    /// are short: the tables, which are emptied for each text, are small.
    package static let usualWindow = 12

    /// A compressor that is quick (level 1) unless told otherwise; level 9 is the most thorough.
    ///
    /// - Precondition: `windowBits` is one of ``windows``.
    package init(windowBits: Int = Deflater.usualWindow, level: Int = 1) {
        precondition(Self.windows.contains(windowBits))
        self.windowBits = windowBits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = czlib_begin_deflate(stream, Int32(level), -Int32(windowBits), Int32(windowBits - 7))
        precondition(status == Z_OK, "there is no memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        block.deallocate()
    }

    /// `text`, compressed. Complexity: O(n): some 3 ns a byte on top of 4 µs.
    package func fragment(of text: UnsafeRawBufferPointer) -> Fragment {
        deflateReset(stream)
        let start = text.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
        stream.pointee.avail_in = UInt32(text.count)
        var blocks: [UInt8] = []
        repeat {
            stream.pointee.next_out = block.baseAddress
            stream.pointee.avail_out = UInt32(block.count)
            deflate(stream, Z_SYNC_FLUSH)
            blocks += block[..<(block.count - Int(stream.pointee.avail_out))]
        } while stream.pointee.avail_out == 0
        return Fragment(blocks: blocks)
    }

    /// `text`, compressed. Complexity: O(n).
    package func fragment(of text: [UInt8]) -> Fragment {
        text.withUnsafeBytes { fragment(of: $0) }
    }
}
