/// A run of deflate blocks (RFC 1951) that ends with a whole byte and refers to nothing before it, so that fragments can be
/// put behind each other: what is sent to many in different envelopes is compressed once.
///
///     var message = Fragment(stored: head)
///     message.append(deflater.fragment(of: document))   // made once, for everybody
///     message.append(Fragment(stored: tail))
package struct Fragment: Sendable {
    /// The blocks.
    package private(set) var bytes: [UInt8]

    /// The end of each fragment: the empty stored block that a sync flush leaves, without its first bits.
    package static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
    /// How much a stored block can hold.
    private static let storedLimit = 0xFFFF

    /// Blocks as the compressor made them.
    init(blocks: [UInt8]) {
        bytes = blocks
    }

    /// `text` as it is, in stored blocks (RFC 1951, section 3.2.4): for what is too short, or too much alone, to compress.
    package init(stored text: ArraySlice<UInt8>) {
        bytes = []
        bytes.reserveCapacity(text.count + 10)
        for start in stride(from: text.startIndex, to: text.endIndex, by: Self.storedLimit) {
            addStored(text[start..<min(start + Self.storedLimit, text.endIndex)])
        }
        addStored([])
    }

    /// Puts another fragment behind this one. Complexity: O(n) in the other's bytes.
    package mutating func append(_ other: Fragment) {
        bytes += other.bytes
    }

    /// The payload of a compressed message (RFC 7692, section 7.2.1): all but the four bytes that each message would end with.
    package var payload: ArraySlice<UInt8> { bytes.dropLast(Self.tail.count) }

    private mutating func addStored(_ part: ArraySlice<UInt8>) {
        let (low, high) = (UInt8(truncatingIfNeeded: part.count), UInt8(truncatingIfNeeded: part.count >> 8))
        bytes += [0x00, low, high, ~low, ~high]
        bytes += part
    }
}
