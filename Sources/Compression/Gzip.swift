import CZlib

/// Files in the format gzip (RFC 1952), as HTTP's content coding of that name has them.
package enum Gzip {
    private static let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    private static let trailerSize = 8
    /// Deflate, no name, no time, of an unknown system.
    private static let header: [UInt8] = magic + [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF]
    /// An empty final block (RFC 1951, section 3.2.6): a fragment has none.
    private static let end: [UInt8] = [0x03, 0x00]

    /// A file that holds `text`, of which `fragment` is the compressed form. Complexity: O(n): the text is read once more
    /// for its check sum.
    package static func file(_ fragment: Fragment, of text: [UInt8]) -> [UInt8] {
        header + fragment.bytes + end + trailer(of: text)
    }

    /// Whether `file` says that it holds `text`: its format, and the check sum and length at its end.
    package static func isFile(_ file: [UInt8], of text: [UInt8]) -> Bool {
        file.count > header.count + trailerSize && file.starts(with: magic)
            && file.suffix(trailerSize).elementsEqual(trailer(of: text))
    }

    /// The check sum and the length (RFC 1952, section 2.3.1).
    private static func trailer(of text: [UInt8]) -> [UInt8] {
        let sum = UInt32(truncatingIfNeeded: crc32_z(0, text, text.count))
        return [sum, UInt32(truncatingIfNeeded: text.count)].flatMap { number in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}
