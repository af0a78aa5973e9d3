/// A sequence of deflate blocks (RFC 1951) that ends on a byte boundary and refers to nothing before it. Fragments can
/// be concatenated, so that content sent to many clients in different envelopes is compressed once.
///
///     var message = Fragment(stored: head)
///     message.append(deflater.fragment(of: document))   // compressed once for all clients
///     message.append(Fragment(stored: tail))
package struct Fragment: Sendable {
    /// The blocks.
    package private(set) var bytes: [UInt8]

    /// The end of each fragment: the empty stored block of a sync flush, without its first bits.
    package static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    /// The maximum size of a stored block, in bytes.
    private static let storedLimit = 0xFFFF

    /// Makes a fragment from the compressor's blocks.
    init(blocks: [UInt8]) {
        bytes = blocks
    }

    /// Makes a fragment of uncompressed `text`, in stored blocks (RFC 1951, section 3.2.4). For texts that are short,
    /// or that only one client receives.
    package init(stored text: ArraySlice<UInt8>) {
        bytes = []
        bytes.reserveCapacity(text.count + 10)
        for start in stride(from: text.startIndex, to: text.endIndex, by: Self.storedLimit) {
            addStored(text[start..<min(start + Self.storedLimit, text.endIndex)])
        }
        addStored([])
    }

    /// Appends another fragment. Complexity: O(n) in the other's bytes.
    package mutating func append(_ other: Fragment) {
        bytes += other.bytes
    }

    /// The payload of a compressed message (RFC 7692, section 7.2.1): all but the four bytes that would end every
    /// message.
    package var payload: ArraySlice<UInt8> { bytes.dropLast(Self.tail.count) }

    private mutating func addStored(_ part: ArraySlice<UInt8>) {
        let (low, high) = (UInt8(truncatingIfNeeded: part.count), UInt8(truncatingIfNeeded: part.count >> 8))
        bytes += [0x00, low, high, ~low, ~high]
        bytes += part
    }
}
