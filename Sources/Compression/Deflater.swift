import CZlib

/// Compresses texts, each independently of the others (RFC 1951). One compressor is enough for everything that a thread
/// sends, because it keeps no state between texts.
///
/// It owns 2^(bits + 3) bytes, 32 KB for a window of 12 bits. Not safe for use by two threads at once: its owner must
/// guard it.
package final class Deflater {
    /// The size of the window: no reference reaches back further than 2^bits bytes.
    package let windowBits: Int
    private let stream: UnsafeMutablePointer<z_stream>
    private let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * 1024)

    /// The window sizes that zlib supports.
    package static let windows = 9...15
    /// The default window. Compressed documents are at most a tenth larger than with the largest window. Short ones
    /// take a fifth of the time, because the tables, which are cleared for each text, are small.
    package static let usualWindow = 12

    /// Makes a compressor. Level 1, the default, is the fastest; level 9 compresses best.
    ///
    /// - Precondition: `windowBits` is one of ``windows``.
    package init(windowBits: Int = Deflater.usualWindow, level: Int = 1) {
        precondition(Self.windows.contains(windowBits))
        self.windowBits = windowBits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = czlib_begin_deflate(stream, Int32(level), -Int32(windowBits), Int32(windowBits - 7))
        precondition(status == Z_OK, "out of memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
        block.deallocate()
    }

    /// Compresses `text`. Complexity: O(n), about 3 ns for each byte and 4 µs for each call.
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

    /// Compresses `text`. Complexity: O(n).
    package func fragment(of text: [UInt8]) -> Fragment {
        text.withUnsafeBytes { fragment(of: $0) }
    }
}
