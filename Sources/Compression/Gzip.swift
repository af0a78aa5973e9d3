import CZlib

/// Makes files in the gzip format (RFC 1952), for the HTTP content coding of that name.
package enum Gzip {
    private static let magic: [UInt8] = [0x1F, 0x8B, 0x08]
    private static let trailerSize = 8
    /// The header: deflate, no name, no time, unknown system.
    private static let header: [UInt8] = magic + [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF]
    /// An empty final block (RFC 1951, section 3.2.6), which a fragment lacks.
    private static let end: [UInt8] = [0x03, 0x00]

    /// Returns a gzip file that holds `text`; `fragment` is its compressed form. Complexity: O(n), because the checksum
    /// reads the text once more.
    package static func file(_ fragment: Fragment, of text: [UInt8]) -> [UInt8] {
        header + fragment.bytes + end + trailer(of: text)
    }

    /// Whether `file` claims to hold `text`, by its format and by the checksum and length at its end.
    package static func isFile(_ file: [UInt8], of text: [UInt8]) -> Bool {
        file.count > header.count + trailerSize && file.starts(with: magic)
            && file.suffix(trailerSize).elementsEqual(trailer(of: text))
    }

    /// Returns the checksum and the length (RFC 1952, section 2.3.1).
    private static func trailer(of text: [UInt8]) -> [UInt8] {
        let sum = UInt32(truncatingIfNeeded: crc32_z(0, text, text.count))
        return [sum, UInt32(truncatingIfNeeded: text.count)].flatMap { number in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}
